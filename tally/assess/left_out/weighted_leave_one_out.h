// SPDX-License-Identifier: Apache-2.0
// Answers of the rules weighted and full to rows that are left out of the counts, one after the other.
#pragma once

#include <vector>

#include "tally/assess/full/left_out_full.h"
#include "tally/assess/left_out/left_out_features.h"
#include "tally/assess/text_rule/text_leave_one_out.h"
#include "tally/inside/infer.h"

namespace tally {

/// A rule at work on one row: what its features say in, the answer out. Not to be shared between threads.
class LeftOutAnswer {
 public:
  /// With the weights of all features.
  LeftOutAnswer(FeatureWeights weights, std::size_t classes);

  /// Room for what the features say: [feature · K + class].
  std::span<double> said() { return said_; }
  /// The answer to a row that starts from these logarithms, where these classes are left; valid until
  /// the next call. `log_prior` is theirs under the question.
  const Posteriors& answer(std::vector<double> start, const std::vector<Counts::Class>& left,
                           std::span<const double> log_prior);

 private:
  FeatureWeights weighted_;  // rows and shares of the row at hand
  std::vector<double> said_;
  Posteriors answer_;
};

/// Keeps references. Not to be shared between threads.
class WeightedLeaveOneOut {
 public:
  /// For these rows under this question; the weights, the cuts and K stay as all rows made them.
  /// Of a table with texts there are `texts`, and the rows are one. REQUIRES: what LeftOutFeatures does;
  /// has_weights(rule).
  WeightedLeaveOneOut(const Schema& schema, const RuleFeatures& features, const Batch& rows,
                      const Question& question, std::span<const RuleWeight> rule,
                      const TextLeaveOneOut* texts = nullptr);

  /// The answer to a row by the counts of all others, as a batch of one; valid until the next call.
  const Posteriors& without(std::int64_t row);

 private:
  Question question_;
  const Batch& rows_;
  const TextLeaveOneOut* texts_;
  LeftOutFeatures left_out_;
  LeftOutAnswer answer_;
};

/// The same of the rule full. REQUIRES: what LeftOutFull does; has_full_weights(rule).
class FullLeaveOneOut {
 public:
  FullLeaveOneOut(const Schema& schema, const FullFeatures& features, const FullTables& tables,
                  const Batch& rows, const Question& question, std::span<const RuleWeight> rule);

  const Posteriors& without(std::int64_t row);

 private:
  Question question_;
  LeftOutFull left_out_;
  LeftOutAnswer answer_;
};

}  // namespace tally
