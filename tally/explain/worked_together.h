// SPDX-License-Identifier: Apache-2.0
// The rule full, worked out: what columns say together about a row, beside what each says by itself
// (worked_voices.h).
#pragma once

#include "tally/explain.h"
#include "tally/explain/cells.h"

namespace tally {

/// Adds to the voices of single columns those of parents, mixture, triples, linear and quadratic, and to
/// the features the columns that say nothing by themselves. REQUIRES: the estimates are those of these
/// features and weights; the voices of single columns are there.
void add_together(Explanation& why, const Counts& counts, const FullFeatures& features,
                  const Estimates& estimates, std::span<const RuleWeight> rule,
                  const RowCells& row);

/// The same under the rule tan: what each column of the tree says. REQUIRES: estimates of that rule.
void add_tree(Explanation& why, const Counts& counts, const Estimates& estimates,
              const RowCells& row);

}  // namespace tally
