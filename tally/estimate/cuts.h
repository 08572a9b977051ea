// SPDX-License-Identifier: Apache-2.0
// Where a column of numbers is cut into bins, worked out from its fine histogram.
//
//   mdl     by class (Fayyad and Irani 1993): the cut of least class entropy is taken if
//             gain > (log2(n − 1) + log2(3^k − 2) − (k E − k1 E1 − k2 E2)) / n,
//           and both sides are cut again; E is the entropy of the n rows, in bits, k of whose
//           classes occur, and 1, 2 are the two sides
//   even    so that each bin has about as many rows: ⌊√n⌋ bins, two at least (Yang and Webb 2001)
//
// A cut lies about the middle between the two occupied cells that it parts, at a number with few
// digits, so that all numbers of a cell are on one side. A number belongs to the bin of the cuts below it: x <= cut is left of it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tally {

/// The occupied cells of a histogram in order, with what each class has in them.
struct CellCounts {
  std::size_t classes = 0;
  std::vector<double> least, greatest;  ///< [cell]: the numbers that it may hold, less the origin
  std::vector<double> counts;           ///< [cell · classes + class]

  std::size_t size() const { return least.size(); }
};

/// Both ascend; empty: the column is not cut.
std::vector<double> mdl_cuts(const CellCounts& cells);
std::vector<double> even_cuts(const CellCounts& cells);

/// The bin of a number: how many cuts are below it. REQUIRES: it is not NaN.
inline std::size_t bin_of(std::span<const double> cuts, double x) {
  std::size_t below = 0;
  // A search by halves without a branch; the compiler makes moves of it.
  std::size_t left = cuts.size();
  while (left > 0) {
    const std::size_t half = (left + 1) / 2;
    below += cuts[below + half - 1] < x ? half : 0;
    left -= half;
  }
  return below;
}

}  // namespace tally
