// SPDX-License-Identifier: Apache-2.0
// estimate: counts and a question in, tables of log-probabilities out.
//
//   Question question;                       // smoothing with λ = 1, smoothed prior
//   question.lambda = 0.5;
//   Estimates tables = estimate(counts, question);
//
// Nothing here is ever stored in a model: λ, prior, method and variance rule are chosen each time,
// and another choice costs no second pass over the data. docs/maths.md derives every formula.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tally/count.h"
#include "tally/family.h"
#include "tally/text_options.h"

namespace tally {

struct Estimates;  // the tables: estimate/estimates.h

enum class PriorKind : std::uint8_t {
  kSmoothed,   ///< (N_k + λ) / (N + K λ)
  kEmpirical,  ///< N_k / N
  kUniform,    ///< 1 / K
  kGiven,      ///< as given
  kEstimated,  ///< that of the rows at hand, which is known when all of them are (prior_shift.h)
};

/// How the texts of a row and its other features make one answer.
enum class Combine : std::uint8_t {
  kSum,      ///< the log-probabilities of all terms are added up: the textbook
  kMean,     ///< … and divided by the number of terms known, so that length does not convince
  kFisher,   ///< Robinson's f(w) of the telling terms, combined by Fisher's method
  kLearned,  ///< by the rule that the model has learned from its own counts (learned_rule.h)
};

/// How the columns make one answer.
enum class Rule : std::uint8_t {
  kNaive,     ///< the textbook's: log-probabilities are added up
  kWeighted,  ///< each column is modelled in several ways, with learned weights (weighted_rule.h)
  kFull,      ///< also columns together (full/full_rule.h)
  kTan,       ///< each column depends on the class and on one other (full/tan_rule.h)
  kAuto,      ///< the rule that the model chose when it learned its weights; naive if it has none
};

/// Robinson's constants. A term that n rows have, and whose share for the class is p, has
/// f = (s / 2 + n p) / (s + n): a term that was never seen has ½.
struct FisherRule {
  double strength = 0.0178;      ///< s: how many rows the start at ½ is worth
  double min_deviation = 0.375;  ///< terms with |f − ½| below it are skipped
  friend bool operator==(const FisherRule&, const FisherRule&) = default;
};

/// How the rule naive is calibrated by rows that were left out of the counts (`calibrated`, in
/// assess.h):
///   log P(y) + bias_y + slope · Σ_j log P(x_j | y)
struct Recalibration {
  double slope = 1;
  std::vector<std::pair<std::string, double>> biases;  ///< class text → bias
  friend bool operator==(const Recalibration&, const Recalibration&) = default;
};

struct Question {
  Rule rule = Rule::kNaive;
  Method method = Method::kSmooth;
  double lambda = 1;
  bool lambda_by_evidence =
      false;               ///< each feature has its own λ (polya_counts.h); the prior has `lambda`
  bool calibrate = false;  ///< naive: by rows that are left out of the counts
  PriorKind prior = PriorKind::kSmoothed;
  std::vector<std::pair<std::string, double>> given_prior;  ///< class text → P(class)
  int lost_degrees = 0;                 ///< variance over n (0, population) or n − 1 (1, sample)
  double variance_floor = 1e-3;         ///< of the column's overall variance
  std::optional<double> var_smoothing;  ///< scikit-learn's rule in place of the floor
  NormalPrior normal;
  GammaPrior gamma;

  // About texts.
  std::optional<TextModel> text_model;  ///< in place of the columns' own
  std::optional<Combine> combine;       ///< none: see combine_of
  FisherRule fisher;
  double min_documents = 0;             ///< terms in fewer rows, over all classes, are skipped
  std::vector<std::string> stop_words;  ///< terms to be skipped

  // Worked out from a model before it answers, and never stored:
  std::vector<std::pair<std::string, double>> lambdas;  ///< feature → λ, sorted: with_lambdas
  std::optional<Recalibration> calibration;             ///< calibrated (assess.h)
  friend bool operator==(const Question&, const Question&) = default;
};

std::string_view to_string(Method method);  ///< "smooth", "ml", "map", "bayes"
std::string_view to_string(Rule rule);      ///< "naive", "weighted", "full", "tan", "auto"

std::optional<Rule> parse_rule(std::string_view text);
std::string_view to_string(
    PriorKind prior);  ///< "smoothed", "empirical", "uniform", "given", "estimate"
std::optional<Method> parse_method(std::string_view text);
std::string_view to_string(Combine combine);  ///< "sum", "mean", "fisher", "learned"
std::optional<Combine> parse_combine(std::string_view text);
std::vector<std::string> method_names();
std::vector<std::string> rule_names();
std::vector<std::string> prior_names();  ///< without "given", which a name alone does not say
std::vector<std::string> combine_names();

/// Throws Error (kUsage) for a question that has no answer: λ negative, infinite or NaN; λ = 0 with
/// kBayes; λ by evidence with kMl; prior parameters out of range; a variance floor that is not
/// above 0 (a class without spread has no density); var_smoothing with kMap or kBayes; a given
/// prior that does not sum to 1 within 1e-9 or names a class twice; complement with kBayes, or with
/// an effective λ of 0 (a term that no other class has would have infinite weight); fisher's
/// strength not above 0 or its deviation not from 0 to ½; min_documents negative or not finite.
void validate(const Question& question);

/// The question as JSON text and back, for a model's default: the same question, to the bit. Fields
/// that are absent keep their default. Throws Error (kData) for anything unknown, malformed, or
/// without an answer (see `validate`).
///   {"estimate":"smooth","lambda":1.0,"prior":"given","given_prior":[["ham",0.9],["spam",0.1]], …}
std::string to_json(const Question& question);
Question question_from_json(std::string_view json);

/// What the rule naive is calibrated by: see Recalibration.
struct Calibrator {
  double slope = 1;
  std::vector<double> biases;  ///< [class]
};

/// Throws Error (kUsage) for a question without an answer (see `validate`; a given prior that does
/// not name exactly the classes or does not sum to 1; see combine_of and text_model_of), Error
/// (kData) for a model without any class. Skipped terms (min_documents, stop words) count as if
/// they were not in the dictionary; for counts that were read in part, Error (kUsage) says that the
/// whole model is needed: see other_terms_needed.
///
/// Where there is no data, the answer is still defined: a class without a value of a column gets
/// 1/S (categorical, bernoulli, multinomial; the limit λ → 0) or the column's overall distribution
/// (gaussian, poisson); with λ = 0 an unseen value has log-probability −inf.
///
/// `rule` are the weights that the model has learned (Model::rule), for Combine::kLearned; without
/// them the rule has its prior weights. They also decide which rule answers under Rule::kAuto.
/// Under Rule::kWeighted and Rule::kFull a model without weights is an Error (kUsage).
///
/// λ by evidence is computed here unless that was done before (with_lambdas). A calibration must
/// have been learned before, since it needs rows (`calibrated`, assess): otherwise Error (kUsage).
Estimates estimate(const Counts& counts, const Question& question,
                   std::span<const RuleWeight> rule = {});

}  // namespace tally
