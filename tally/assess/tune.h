// SPDX-License-Identifier: Apache-2.0
// tune: a model learns its rule for combining texts from its own counts.
//
//   model.rule = tune(model.counts, model.sample);
//
// What the counts would say of a row if they had never seen it costs one subtraction for each of
// its terms: its own class has one row less, and each of its terms is in one row less there. So
// every row of the sample tells how well each part of the rule (estimate/learned_rule.h) speaks
// about rows that were not counted, and a logistic regression weighs the parts:
//
//   logit = log((N_k + 1) / (N_rest + K − 1)) + Σ_j β_j x_j
//   Σ_rows log(1 + exp(−(2y − 1) logit)) + (3/2) Σ_j (β_j − b_j)² + 0.005 β_bias²
//
// with the prior weights b. The pull towards b takes the place of a threshold for "enough rows":
// two of each class will do. Of a table's texts the λ of the leanings is learned too: of 0.03, 0.1,
// 0.3, 1 and 3 the one that makes this least.
//
// Rows that are left out one at a time come from the same days as the others: these weights are
// good, cut-offs taken from such scores are not.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tally/inside/infer.h"
#include "tally/inside/model.h"

namespace tally {

/// The parts of the rule for one row of the sample as if it had not been counted: equal, to the
/// bit, to those of the model without it.
class LeftOutParts {
 public:
  /// Keeps a reference. REQUIRES: lambda > 0.
  explicit LeftOutParts(const Counts& counts, double lambda = LearnedRuleConstants::kLambda);
  ~LeftOutParts();

  const RuleParts& parts() const;
  std::size_t told() const;  ///< told classes
  /// [told · parts + part]; valid until the next call. Terms that the counts do not have in the
  /// row's class, and a class that they do not have, are as if they had been counted once.
  std::span<const double> of(const SampledRow& row);
  /// The log-odds of told class `told` in the prior without the row of the last call.
  double prior_log_odds(std::size_t told) const;
  /// Whether the row of the last call belongs to it.
  bool is_of(std::size_t told) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The weights of the rule, for each told class, its λ ("lambda") and the state that they come from
/// ("messages": how many rows were counted, "sampled": how many the sample has), those two without
/// a class; sorted by class and part. A
/// class of which, or of whose rest, the sample has fewer than two rows keeps its prior weights.
/// Nothing for a model without a text. A function of counts and sample alone. A row counts once,
/// however often it was counted.
std::vector<RuleWeight> tune(const Counts& counts, const RowSample& sample);

/// Whether the rule comes from a sample: without one, its weights are those it starts from.
bool is_learned(std::span<const RuleWeight> rule);

/// How many rows were counted when the rule was worked out; nothing if it never was.
std::optional<double> rows_when_tuned(std::span<const RuleWeight> rule);

/// The name of the weight that is no weight, but the mark of the counts that the others come from.
inline constexpr const char* kMarkOfCounts = "counts";
/// A number for these counts, the same for the same: others have another, but for one chance in 2^53. Not of texts, whose
/// counts are not read as a whole.
double mark_of(const Counts& counts);

/// Whether rows have come or gone since the rule was worked out, which is there: by its mark, or where it has
/// none by the number of rows.
bool is_stale(std::span<const RuleWeight> rule, const Counts& counts);

/// Whether so many more rows were counted since the rule was worked out that it should be again:
/// twice as many, or it never was.
bool is_outgrown(std::span<const RuleWeight> rule, const Counts& counts);

}  // namespace tally
