// SPDX-License-Identifier: Apache-2.0
// A model laid out for showing: every feature as named numbers per class.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

/// A value (or term) of a feature: its counts, its probabilities and, under Method::kBayes, the
/// posterior's parameters "a".
struct ValueView {
  std::string value;
  std::vector<ClassNumbers> numbers;
};

/// The most informative terms of a class (see top_terms.h), with the rows that have them.
using TopTerms = std::vector<ValueView>;

struct FeatureView {
  std::string name;
  Family family = Family::kCategorical;
  ValueType type = ValueType::kNumber;  ///< of the values
  std::vector<std::string> columns;
  bool left_out = false;
  std::vector<ValueView> values;         ///< categorical, bernoulli, binned, multinomial
  std::int64_t terms = 0;                ///< of a text: how many different ones
  std::vector<TopTerms> top_terms;       ///< of a text, [class]
  std::vector<ClassNumbers> quantities;  ///< what holds for the feature as a whole: "n", "mean" …
  std::optional<double> lambda;          ///< its own: λ by evidence
  /// log p(X_j | y): under Method::kBayes, and under λ by evidence of what has a λ.
  std::optional<double> log_evidence;
};

struct ModelView {
  std::string target;
  std::string question;
  double rows = 0;  ///< Σ w
  std::vector<Label> classes;
  std::vector<double> class_counts;  ///< [class]
  std::vector<double> log_prior;     ///< [class]
  std::vector<FeatureView> features;
  /// Under Method::kBayes, log p(X | y) of all features; nothing if one of them has no closed form.
  std::optional<double> log_evidence;
};

/// Throws as `estimate`.
ModelView view(const Counts& counts, const Question& question);

}  // namespace tally
