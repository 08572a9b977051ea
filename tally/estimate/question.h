// SPDX-License-Identifier: Apache-2.0
// How probabilities are to be worked out from counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tally/count.h"
#include "tally/family/number_question.h"

namespace tally {

enum class PriorKind : std::uint8_t {
  kSmoothed,   ///< (N_k + λ) / (N + K λ)
  kEmpirical,  ///< N_k / N
  kUniform,    ///< 1 / K
  kGiven,      ///< as told
  kEstimated,  ///< that of the rows at hand, which is known when all of them are (prior_shift.h)
};

/// How the texts of a row and its other features make one answer.
enum class Combine : std::uint8_t {
  kSum,      ///< the log-probabilities of all terms are added up: the textbook
  kMean,     ///< … and divided by the number of terms known, so that length does not convince
  kFisher,   ///< Robinson's f(w) of the telling terms, combined by Fisher's method
  kLearned,  ///< by the rule that the model has learned from its own counts (learned_rule.h)
};

/// How what columns say becomes one answer.
enum class Rule : std::uint8_t {
  kNaive,     ///< the textbook's: log-probabilities are added up
  kWeighted,  ///< each column is heard in several ways, by learned weights (weighted_rule.h)
  kFull,      ///< besides, what columns say together (full/full_rule.h)
  kTan,       ///< each column depends on the class and on one other (full/tan_rule.h)
  kAuto,      ///< as the model has decided when its weights were learned; naive if it never did
};

/// Robinson's constants. A term that n rows have, and that belongs to a class with the share p, has
/// f = (s / 2 + n p) / (s + n): what was never seen is even.
struct FisherRule {
  double strength = 0.0178;      ///< s: how many rows the even start is worth
  double min_deviation = 0.375;  ///< terms with |f − ½| below it say nothing
  friend bool operator==(const FisherRule&, const FisherRule&) = default;
};

/// How the rule naive is set right by rows that it has not counted (assess/calibrate.h):
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
  bool calibrate = false;  ///< naive: by what rows say that are left out of the counts
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
  std::optional<Recalibration> calibration;             ///< calibrated (assess/calibrate.h)
  friend bool operator==(const Question&, const Question&) = default;
};

std::string_view to_string(Method method);  ///< "smooth", "ml", "map", "bayes"
std::string_view to_string(Rule rule);      ///< "naive", "weighted", "full", "tan", "auto"
/// Whether a rule has learned weights.
inline bool is_weighed(Rule rule) { return rule == Rule::kWeighted || rule == Rule::kFull; }
/// Whether the rule has estimates of its own, and no questions about λ and the like.
inline bool has_own_estimates(Rule rule) { return is_weighed(rule) || rule == Rule::kTan; }
std::optional<Rule> parse_rule(std::string_view text);
std::string_view to_string(
    PriorKind prior);  ///< "smoothed", "empirical", "uniform", "given", "estimate"
std::optional<Method> parse_method(std::string_view text);
std::string_view to_string(Combine combine);  ///< "sum", "mean", "fisher", "learned"
std::optional<Combine> parse_combine(std::string_view text);

/// Throws Error (kUsage) for a question that has no answer: λ negative, infinite or NaN; λ = 0 with
/// kBayes; λ by evidence with kMl; prior parameters out of range; a variance floor that is not above 0 (a class without
/// spread has no density); var_smoothing with kMap or kBayes; a given prior that does not sum to 1
/// within 1e-9 or names a class twice; complement with kBayes, or with an effective λ of 0 (a term
/// that no other class has would weigh infinitely); fisher's strength not above 0 or its deviation
/// not from 0 to ½; min_documents negative or not finite.
void validate(const Question& question);

/// Whether the question names what only naive Bayes has: λ, the method, how a variance is taken, the
/// priors of parameters, how texts are modelled and combined, or that it be calibrated. No other rule can answer it.
bool names_estimates(const Question& question);

/// The λ that acts on the prior, and on a feature that has none of its own: 0 under kMl, whatever
/// question.lambda says.
double effective_lambda(const Question& question);
/// The same of a feature: under λ by evidence its own.
double lambda_of(const Question& question, std::string_view feature);

/// How texts and other features are combined under the rule naive: as the question says, else learned
/// where the rows have such a rule (mail), and sum for everything else. Throws Error (kUsage) if another than sum is asked
/// of a model without a text.
Combine combine_of(const Question& question, const Schema& schema);
/// Whether a rule asks each term by itself, and nothing about the rest of its dictionary.
inline bool asks_terms_alone(Combine combine) {
  return combine == Combine::kFisher || combine == Combine::kLearned;
}
/// What the answer needs of a text beside the terms of the row: the rest of its dictionary, and
/// each term of it where some are skipped.
OtherTerms other_terms_needed(const Question& question, const Schema& schema);
/// The model that acts for a text: the question's, else the column's own. Throws Error (kUsage) for
/// a complement that has no answer (see `validate`).
TextModel text_model_of(const Question& question, const TextOptions& text);
/// Whether some terms are skipped.
bool skips_terms(const Question& question);

/// The question as JSON text and back, for a model's default: the same question, to the bit. Fields
/// that are absent keep their default. Throws Error (kData) for anything unknown, malformed, or
/// without an answer (see `validate`).
///   {"estimate":"smooth","lambda":1.0,"prior":"given","given_prior":[["ham",0.9],["spam",0.1]], …}
std::string to_json(const Question& question);
Question question_from_json(std::string_view json);
/// The same, but that it may have no answer.
Question parse_question(std::string_view json);

}  // namespace tally
