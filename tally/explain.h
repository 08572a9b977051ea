// SPDX-License-Identifier: Apache-2.0
// explain: why a row was decided as it was, written as a textbook would.
//
//   Explanation why = explain(counts, question, loss, batch, row);
//   std::cout << to_text(why);    // or to_json(why)
//   std::cout << show_text(counts, question);
//
// The derivation shows every number with the counts it came from: the prior, each conditional
// probability, the product for each class, the evidence, the posterior, the risk, the decision.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tally/decide.h"

namespace tally {

/// A probability and how it was computed: "(3+1)/(8+3)", "4/9", "Poisson(3; rate 2.5)".
struct WorkedFactor {
  std::string formula;   ///< with the counts put in
  double log_value = 0;  ///< log p
};

struct WorkedFeature {
  std::string name;  ///< the tally's
  Family family = Family::kCategorical;
  std::string value;  ///< the cell's text: "S", "0.697", "free=1 lunch=1"
  std::string
      event;  ///< what the probability is of: "X1 = S", "size > 0.5", "words: free=1 lunch=1"
  bool missing = false;
  std::optional<double> lambda;  ///< its own: λ by evidence
  std::string left_out;  ///< why the feature adds nothing, if so: "the same value in every row"
  std::vector<WorkedFactor> factors;  ///< [class]; empty if it is missing or left out
  /// What the feature adds to the log-odds of each class against the rest, in nats:
  /// log-odds of the class with all features − log-odds without this one. [class]
  /// Infinite where this feature alone makes the class (or all others) impossible; 0 where the
  /// class or all others are impossible without it.
  std::vector<double> contributions;
};

/// A term of a text that the model knows.
struct WorkedTerm {
  std::string feature, term;
  double times = 1;
  std::vector<double> rows;  ///< [class]: rows with the term
  /// [class]: what it adds to the logarithm of the class's score, all its occurrences together;
  /// under fisher, f(w), or 0 if it is skipped; under learned, how far it leans to the class; under
  /// the rule weighted, what its leanings add.
  std::vector<double> says;
  std::vector<double> corrections;  ///< under the rule weighted: [class], what its correction adds
  /// What it adds to the log-odds of the explained class (Explanation::told_class) against the
  /// runner-up, in nats; under fisher log(f / (1 − f)) of the explained class, under learned how
  /// far it leans to that class.
  double contribution = 0;
};

/// A part of the learned rule (estimate/learned_rule.h).
struct WorkedPart {
  std::string name, meaning;
  std::string column;  ///< the zone that it is about; empty: the texts as a whole
  double value = 0, weight = 0;
  double adds() const { return weight * value; }  ///< to the logit, in nats
};

/// The learned rule for one class against the rest.
struct WorkedRule {
  std::size_t klass = 0;  ///< its place among the classes
  double before = 0;      ///< the log-odds of the prior and of all features that are no text
  std::vector<WorkedPart> parts;
  double logit = 0;
};

/// What a feature says under the rules weighted (estimate/weighted_rule.h) and full
/// (estimate/full/full_rule.h).
struct WorkedVoice {
  std::string feature;        ///< the tally's name; of several columns their names, or "together"
  std::string voice;          ///< "value", "law", "bins", "even", "group", "parent" …
  std::string source;         ///< the value or the bin: "5.45 … 6.15"; or empty
  std::vector<double> rows;   ///< [class]: how many rows are in it; of values, bins and triples
  std::vector<double> log_p;  ///< [class]: what it says
  double weight = 0;
};

struct Explanation {
  std::string question;  ///< "smoothed with λ = 1, prior smoothed"
  std::string target;    ///< the target's name
  std::vector<Label> classes;
  /// [class]; under full, whose features contain the model's own prior, how far the asked prior
  /// differs from it.
  std::vector<WorkedFactor> prior;
  std::vector<WorkedFeature> features;  ///< in name order
  Combine combine = Combine::kSum;
  std::vector<WorkedTerm> terms;         ///< of all texts, most telling first
  double known_terms = 0;                ///< under mean: by how many the texts' sum is divided
  std::vector<FisherVerdict> verdicts;   ///< under fisher, [class]
  std::vector<WorkedRule> rule;          ///< under learned: of two classes, of the second
  Rule answers = Rule::kNaive;           ///< the rule that answers
  std::vector<WorkedVoice> voices;       ///< under any but naive, those that are not missing
  std::vector<double> biases;            ///< the same, [class]
  std::optional<Calibrator> calibrator;  ///< if naive is calibrated; contributions are by its slope
  bool joint_is_defined = true;          ///< else log_joint holds scores (see Posteriors)
  std::vector<double> log_joint;         ///< [class]
  double log_evidence = 0;
  std::vector<double> posterior;  ///< [class]
  std::vector<Label> decisions;
  std::vector<double> costs;         ///< [decision · K + class]
  std::vector<double> risk;          ///< [decision]
  std::optional<Loss::Alarm> alarm;  ///< what is decided only above a threshold, if anything is
  int decision = -1;                 ///< index into decisions; −1: impossible in every class

  /// The explained class, which contributions are for: the decided one; if the decision is not a
  /// class ("reject"), the most probable.
  std::size_t told_class() const;
  /// The learned rule of the explained class; two classes share one rule. REQUIRES: `rule` is not
  /// empty.
  const WorkedRule& told_rule() const;
  /// The most probable class besides the explained one; the explained one if there is no other.
  std::size_t runner_up() const;
  /// The features' places in `features`, the largest contributions for or against the explained
  /// class first.
  std::vector<std::size_t> most_telling() const;
};

/// Computes the explanation of one row. Throws as `estimate` and `Inference::infer`. `weights` are
/// the model's (see `estimate`).
Explanation explain(const Counts& counts, const Question& question, const Loss& loss,
                    const Batch& batch, std::int64_t row, std::span<const RuleWeight> weights = {});

/// Whether numbers have bars beside them.
enum class Bars { kNo, kYes };

/// The decision, and then its derivation as a textbook would write it. Of more than 20 features,
/// and of more than 20 terms of texts, the 20 with the largest contributions. Missing features are
/// only named.
std::string to_text(const Explanation& explanation, Bars bars = Bars::kNo);
/// The same as data, with all features. Those that contribute are listed under "contributions",
/// largest first, and all terms of texts under "terms" in the same order. An infinite number is
/// null, and so are joint and evidence where there are none.
std::string to_json(const Explanation& explanation);

/// `tally show`. With Method::kBayes also the posterior's parameters and the evidence p(X). Long
/// tables are shortened, and the text says by how much. Throws as `estimate`.
std::string show_text(const Counts& counts, const Question& question);
/// The same as data, nothing cut; an infinite number is null.
std::string show_json(const Counts& counts, const Question& question);

}  // namespace tally
