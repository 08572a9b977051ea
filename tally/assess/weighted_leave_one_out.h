// SPDX-License-Identifier: Apache-2.0
// Answers of the weighted rule to rows that are left out of the counts, one after the other.
#pragma once

#include <vector>

#include "tally/assess/left_out_features.h"
#include "tally/infer.h"

namespace tally {

/// Keeps references. Not to be shared between threads.
class WeightedLeaveOneOut {
 public:
  /// For these rows under this question; the weights, the cuts and K stay as all rows made them.
  /// REQUIRES: what LeftOutFeatures does; has_weights(rule).
  WeightedLeaveOneOut(const Schema& schema, const RuleFeatures& features, const Batch& rows,
                      const Question& question, std::span<const RuleWeight> rule);

  /// The answer to a row by the counts of all others, as a batch of one; valid until the next call.
  const Posteriors& without(std::int64_t row);

 private:
  const RuleFeatures& features_;
  Question question_;
  LeftOutFeatures left_out_;
  FeatureWeights weighted_;  // by the features of the rule; rows and shares of the row at hand
  std::vector<double> said_;
  Posteriors answer_;
};

}  // namespace tally
