// SPDX-License-Identifier: Apache-2.0
// The ends of many cells, contiguous in memory: the input of kernels that work on several cells at
// once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tally/base/text_words.h"
#include "tally/read/cells/cell.h"

namespace tally {

/// The sixteen bytes up to the end of each cell as two words, and the size of the cell. If that is
/// less than sixteen, the first of these bytes stand before the cell and mean nothing.
struct CellWords {
  static constexpr std::size_t kMost = 128;
  static constexpr std::size_t kTogether = 8;                        ///< cells in the widest vector
  static constexpr std::uint64_t kNoWords = std::uint64_t{1} << 32;  ///< as size: none to work with

  alignas(64) std::uint64_t low[kMost];
  alignas(64) std::uint64_t high[kMost];
  alignas(64) std::uint64_t size[kMost];

  /// Takes `count` cells from `first` on, and fills up to whole vectors with the cell `0`, which
  /// does no harm. REQUIRES: count <= kMost.
  void take(const CellColumn& cells, std::size_t first, std::size_t count);
};

// ---------------------------------------------------------------------------------------------

inline void CellWords::take(const CellColumn& cells, std::size_t first, std::size_t count) {
  const Cell* cell = cells.cells + first * cells.stride;
  std::size_t i = 0;
  for (; i < count; ++i, cell += cells.stride) {
    const std::size_t end = std::size_t{cell->begin} + cell->size;
    if (end < kTextWordsSize) {
      low[i] = high[i] = 0;
      size[i] = kNoWords;
      continue;
    }
    low[i] = load_word(cells.bytes + end - 16);
    high[i] = load_word(cells.bytes + end - 8);
    size[i] = cell->size;
  }
  for (; i % kTogether != 0; ++i) {
    low[i] = 0;
    high[i] = std::uint64_t{'0'} << 56;
    size[i] = 1;
  }
}

}  // namespace tally
