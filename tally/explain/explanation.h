// The derivation of one decision.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/decide.h"

namespace tally {

/// A probability and how it came about: "(3+1)/(8+3)", "4/9", "N(0.697; 0.574, 0.129)".
struct WorkedFactor {
  std::string formula;   ///< with the counts put in
  double log_value = 0;  ///< log p
};

struct WorkedFeature {
  std::string name;   ///< the tally's
  Family family = Family::kCategorical;
  std::string value;  ///< the cell's text: "S", "0.697", "free=1 lunch=1"
  bool missing = false;
  bool left_out = false;  ///< a constant gaussian column says nothing
  std::vector<WorkedFactor> factors;   ///< [class]
  /// What the feature adds to the log-odds of each class against the rest, in nats:
  /// log-odds of the class with all features − log-odds without this one. [class]
  std::vector<double> contributions;
};

struct Explanation {
  std::string question;  ///< "smooth, λ = 1, prior smoothed"
  std::vector<Label> classes;
  std::vector<WorkedFactor> prior;      ///< [class]
  std::vector<WorkedFeature> features;  ///< in name order
  std::vector<double> log_joint;        ///< [class]
  double log_evidence = 0;
  std::vector<double> posterior;  ///< [class]
  std::vector<Label> decisions;
  std::vector<double> risk;  ///< [decision]
  int decision = -1;         ///< index into decisions; −1: impossible in every class
};

/// Works the row out. Throws as `estimate` and `Inference::infer`.
Explanation explain(const Counts& counts, const Question& question, const Loss& loss, const Batch& batch,
                    std::int64_t row);

std::string to_text(const Explanation& explanation);
/// The same as data; the features' contributions to the decided (else the first) class are sorted,
/// most telling first, under "contributions".
std::string to_json(const Explanation& explanation);

}  // namespace tally
