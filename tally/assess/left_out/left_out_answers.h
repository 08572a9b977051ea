// SPDX-License-Identifier: Apache-2.0
// What a model answers about rows of its own, each being left out of the counts in turn.
//
//   LeftOutAnswers left_out(counts, question, rule);
//   for (each row, as a store of its own) decide(loss, left_out.without(row), 0, risk);
//
// Counts are a group: each answer is that of a model that has never counted the row. Weights, cuts, λ by
// evidence and a calibration stay as all rows have made them.
#pragma once

#include <optional>
#include <vector>

#include "tally/assess.h"
#include "tally/assess/left_out/weighted_leave_one_out.h"
#include "tally/estimate/leave_one_out.h"

namespace tally {

/// A value: copy it for each thread; the copies share what does not change. Not to be shared between
/// threads.
class LeftOutAnswers {
 public:
  /// Keeps a reference to the counts. Throws as `estimate`, and Error (kUsage) for the rule tan, whose tree
  /// is drawn from all rows. `rule` is the model's.
  LeftOutAnswers(const Counts& counts, const Question& question, std::vector<RuleWeight> rule = {});

  /// The answer to the one row of the store, among all classes of the counts; one that had no other row
  /// has probability 0. Valid until the next call. Throws as LeaveOneOut and Inference::infer.
  const Posteriors& without(const RowStore& row);

  /// log P(class) as it was in the last answer; −inf of a class that had no other row.
  const std::vector<double>& log_prior() const { return log_prior_; }

 private:
  const Counts& counts_;
  Question question_;
  std::vector<RuleWeight> rule_;
  std::vector<Label> classes_;
  std::shared_ptr<const RuleFeatures> features_;  // of the weighted rule
  std::shared_ptr<const TextLeaveOneOut> texts_;  // of a table with texts
  std::shared_ptr<const FullFeatures> together_;  // of the full one, with its tables
  std::shared_ptr<const FullTables> tables_;
  std::optional<LeaveOneOut> naive_;  // else
  std::vector<double> log_prior_;
  Posteriors answer_;
};

/// The answers for more classes than the tables have: the others have probability 0. REQUIRES: `own` are
/// some of the classes, in their order.
Posteriors among(const std::vector<Label>& classes, const std::vector<Label>& own,
                 const Posteriors& answers);

}  // namespace tally
