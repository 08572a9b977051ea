// SPDX-License-Identifier: Apache-2.0
// What the rule of texts says about rows that are left out of the counts, one after the other. Weights
// and corrections stay as all rows have made them.
#pragma once

#include <span>

#include "tally/inside/estimate.h"
#include "tally/inside/model.h"

namespace tally {

/// Free to share between threads.
class TextLeaveOneOut {
 public:
  /// Keeps a reference to the counts. REQUIRES: they have a text; has_weights(rule).
  TextLeaveOneOut(const Counts& counts, std::span<const RuleWeight> rule);

  /// Adds to scores[class] what the texts of the batch's only row say, by their weight. REQUIRES: it was
  /// counted.
  void add(const Batch& row, std::span<double> scores) const;

 private:
  const Counts& counts_;
  TextRuleTables tables_;
};

}  // namespace tally
