// SPDX-License-Identifier: Apache-2.0
// Which triples of columns are worth counting: those that add information to their pairs.
//
// The features of the rule full without triples are weighed first. What a triple would add to that is
// guessed from the slope and the curvature at a weight of 0 for its feature T (full_rule.h),
//
//   g = Σ_rows Σ_y (1[y is the truth] − p_y) T_y,   h = Σ_rows Var_p(T),   score = g² / (2 (h + 2)) if g > 0
//
// which is about how much lower the loss would be. Rows are left out of what they are told from. A score
// must be above log(candidates): the best of as many uninformative ones would have that much by
// chance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tally/assess/left_out/lesson.h"
#include "tally/inside/count.h"
#include "tally/inside/model.h"

namespace tally {

/// Of the columns in the grid, at most kMostTriples, sorted as a JointSchema has them; none where there is
/// nothing to learn from. The cells of pairs and triples, times the classes, stay within `most_cells`. The
/// same counts and rows give the same. REQUIRES: the counts have no text; these are rows that they have
/// counted, so many times. Adds to `beyond_cells`, if given, how many would have been chosen but for the cells.
std::vector<Triple> choose_triples(const Counts& counts, const Batch& rows, const RowTimes& times,
                                   std::size_t most_cells, std::size_t* beyond_cells = nullptr);
/// The same by the rows of a sample.
std::vector<Triple> choose_triples(const Counts& counts, const RowSample& sample,
                                   std::size_t most_cells);

}  // namespace tally
