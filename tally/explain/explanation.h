// The derivation of one decision.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/decide.h"

namespace tally {

/// A probability and how it came about: "(3+1)/(8+3)", "4/9", "Poisson(3; rate 2.5)".
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
  std::string
      left_out;  ///< why the feature says nothing, if it does: "the same value in every row"
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
  /// under fisher, f(w), 0 where it is not telling.
  std::vector<double> says;
  /// What it adds to the log-odds of the told class against the runner-up, in nats; under fisher
  /// log(f / (1 − f)) of the told class.
  double contribution = 0;
};

struct Explanation {
  std::string question;  ///< "smoothed with λ = 1, prior smoothed"
  std::string target;    ///< the target's name
  std::vector<Label> classes;
  std::vector<WorkedFactor> prior;      ///< [class]
  std::vector<WorkedFeature> features;  ///< in name order
  Combine combine = Combine::kSum;
  std::vector<WorkedTerm> terms;        ///< of all texts, most telling first
  double known_terms = 0;               ///< under mean: by how many the texts' sum is divided
  std::vector<FisherVerdict> verdicts;  ///< under fisher, [class]
  bool joint_is_defined = true;         ///< else log_joint holds scores (see Posteriors)
  std::vector<double> log_joint;        ///< [class]
  double log_evidence = 0;
  std::vector<double> posterior;  ///< [class]
  std::vector<Label> decisions;
  std::vector<double> costs;  ///< [decision · K + class]
  std::vector<double> risk;   ///< [decision]
  int decision = -1;          ///< index into decisions; −1: impossible in every class

  /// The class that contributions are told for: the decided one; if the decision is none
  /// ("reject"), the most probable.
  std::size_t told_class() const;
  /// The most probable class beside the told one; the told one itself if there is no other.
  std::size_t runner_up() const;
  /// The features' places in `features`, those that tell most for or against the told class first.
  std::vector<std::size_t> most_telling() const;
};

/// Works the row out. Throws as `estimate` and `Inference::infer`.
Explanation explain(const Counts& counts, const Question& question, const Loss& loss,
                    const Batch& batch, std::int64_t row);

/// As a textbook would write it; of more than 20 features, and of more than 20 terms of texts, the
/// most telling 20.
std::string to_text(const Explanation& explanation);
/// The same as data, all features included; those that count are sorted under "contributions", most
/// telling first, and so are the terms of texts under "terms", all of them. An infinite number is
/// null, and so are joint and evidence where there are none.
std::string to_json(const Explanation& explanation);

}  // namespace tally
