// SPDX-License-Identifier: Apache-2.0
// The cell of a number in a fine histogram: its sign, its exponent and the eleven leading bits of
// its mantissa. So cells do not depend on the data, and histograms of any rows merge.
//
//    63  62 … 52    51 … 41      40 … 0        the bits of a double
//   sign exponent  eleven bits   left out      cell = ± (bits 62 … 41)
//
// A cell is about a 3000th of its numbers wide, the same for all magnitudes, and cells stand in
// the order of their numbers. Cell 0 has the zeros and the tiniest numbers of both signs.
#pragma once

#include <bit>
#include <cstdint>

namespace tally {

inline constexpr int kFineBits = 41;                    ///< of a double, left out
inline constexpr std::int32_t kMostFineCell = 4192255;  ///< that of the largest double

/// REQUIRES: d is finite.
inline std::int32_t fine_cell(double d) {
  const auto bits = std::bit_cast<std::uint64_t>(d);
  const auto size = static_cast<std::int32_t>(bits << 1 >> (kFineBits + 1));
  return bits >> 63 == 0 ? size : -size;
}

/// The greatest double in a cell. REQUIRES: here and below, |cell| <= kMostFineCell.
inline double greatest_of(std::int32_t cell) {
  constexpr std::uint64_t kRest = (std::uint64_t{1} << kFineBits) - 1;
  const auto size = static_cast<std::uint64_t>(cell < 0 ? -cell : cell) << kFineBits;
  return cell < 0 ? -std::bit_cast<double>(size) : std::bit_cast<double>(size | kRest);
}

/// The least double in a cell.
inline double least_of(std::int32_t cell) { return -greatest_of(-cell); }

}  // namespace tally
