// SPDX-License-Identifier: Apache-2.0
// The rule `weighted` (estimate/weighted_rule.h) at work: what features say in, answers out.
#pragma once

#include <span>
#include <vector>

#include "tally/infer/feature_scorer.h"

namespace tally {

/// Not to be shared between threads.
class WeightedSum {
 public:
  /// Keeps a reference. REQUIRES: estimates.weighted.
  explicit WeightedSum(const Estimates& estimates) : estimates_(estimates) {}

  /// Adds to scores[row · K + class] what feature j says about the rows of a batch, by its weight.
  /// Throws as FeatureScorer::add.
  void add(std::size_t j, FeatureScorer& feature, const Batch& batch,
           std::span<const Column* const> columns, std::span<double> scores);

  /// Turns the sums of prior and features into the logarithms of the answers.
  void finish(std::span<double> scores) const;

 private:
  const Estimates& estimates_;
  std::vector<double> said_;  // [row · K + class]
};

}  // namespace tally
