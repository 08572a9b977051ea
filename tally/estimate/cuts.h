// SPDX-License-Identifier: Apache-2.0
// Where a column of numbers is cut into bins, computed from its fine histogram.
//
//   mdl     by class (Fayyad and Irani 1993): the cut of least class entropy is taken if
//             gain > (log2(n − 1) + log2(3^k − 2) − (k E − k1 E1 − k2 E2)) / n,
//           and both sides are cut again; E is the entropy of the n rows, in bits, k of whose
//           classes occur, and 1, 2 are the two sides
//   even    so that each bin has about as many rows: ⌊√n⌋ bins, two at least (Yang and Webb 2001)
//   grid    mdl's, and then the bin with the most rows is halved until there are as many as wanted
//
// Of a table that is made of copies, each row being there c times, all three cut as they would one copy:
// n, gain and the rows of a bin are divided by c.
//
// A cut lies near the middle between the two occupied cells that it separates, at a number with few
// digits, so that all numbers of a cell are on one side.
#pragma once

#include <cstddef>
#include <vector>

#include "tally/family/bins.h"  // IWYU pragma: export

namespace tally {

/// The occupied cells of a histogram in order, with what each class has in them.
struct CellCounts {
  std::size_t classes = 0;
  std::vector<double> least, greatest;  ///< [cell]: the numbers that it may hold, less the origin
  std::vector<double> counts;           ///< [cell · classes + class]
  double copies = 1;                    ///< c: how often each row is there

  std::size_t size() const { return least.size(); }
};

/// They ascend; empty: the column is not cut.
std::vector<double> mdl_cuts(const CellCounts& cells);
std::vector<double> even_cuts(const CellCounts& cells);
/// Bins under ten rows are not halved, and no half has fewer than two. All cuts of mdl are kept,
/// even if they are more than wanted.
std::vector<double> grid_cuts(const CellCounts& cells, std::size_t bins);

}  // namespace tally
