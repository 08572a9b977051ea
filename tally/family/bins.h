// SPDX-License-Identifier: Apache-2.0
// Numbers in bins: cuts ascend, and a number belongs to the bin of the cuts below it, so that
// x <= cut is left of the cut.
#pragma once

#include <cstddef>
#include <span>

namespace tally {

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
