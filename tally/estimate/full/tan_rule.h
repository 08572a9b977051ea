// SPDX-License-Identifier: Apache-2.0
// The rule `tan`: each column depends on the class and on one other column, that of the tree which the
// counts of pairs draw (dependence.h).
//
//   log P(y) + Σ_j log((n_yab + 1/V_j) / (n_ya^(ij) + 1))      i the column that j hangs on, a its value
//
// A column without a parent, or whose parent is missing or has a value that no row had, says what
// naive Bayes says: log((n_yb + 1/V_j) / (n_y^(j) + 1)). Columns outside the grid say what they say
// there, too (`value`, `bins`, `group` of weighted_rule.h). Nothing is learned: the tree and the
// answer come from the counts alone.
#pragma once

#include "tally/estimate/full/full_rule.h"

namespace tally {

/// What columns outside the grid say.
RuleFeatures tan_voices(const Counts& counts);

/// What `estimate` gives under the rule. Throws Error (kUsage) if no columns were counted together.
Estimates tan_estimates(const Counts& counts, const Question& question);

}  // namespace tally
