// SPDX-License-Identifier: Apache-2.0
// Explains many rows: the estimates of naive Bayes are computed once, which for a dictionary of a
// million terms takes longer than everything else.
#pragma once

#include <optional>

#include "tally/explain.h"

namespace tally {

class RowCells;

/// `explain` for one row after the other; its source is explanation.cc. May be shared between threads.
class Explainer {
 public:
  /// Keeps references to counts and loss. Throws as `estimate`.
  Explainer(const Counts& counts, const Question& question, const Loss& loss,
            std::span<const RuleWeight> weights = {});

  /// As `explain`.
  Explanation explain(const Batch& batch, std::int64_t row) const;

 private:
  Explanation explain_naive(const RowCells& cells) const;

  const Counts& counts_;
  Question question_;
  const Loss& loss_;
  std::vector<RuleWeight> weights_;
  std::optional<Scorer> scorer_;  // of the rule naive
};

}  // namespace tally
