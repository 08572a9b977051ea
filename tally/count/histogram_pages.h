// SPDX-License-Identifier: Apache-2.0
// A buffer in front of a histogram: rows are counted in contiguous bytes, and added to the tally
// when a byte is full, or at the end.
//
// A column of measurements has some ten thousand cells in each class. Their sums do not stay in the
// cache from one batch to the next; bytes, without a table of slots before them, nearly do. A page is
// an exponent with its sign, 2048 cells for each class, made when a number falls there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tally/count/histogram_tally.h"

namespace tally {

/// Of one column. One thread at a time.
class HistogramPages {
 public:
  static constexpr std::size_t kMostClasses = 16;
  static constexpr std::size_t kMostPages = 64;  ///< a column that needs more has none then

  /// Counts the rows here or, where that does not pay (weights, many classes, numbers of very many
  /// magnitudes), in the tally. REQUIRES: always the same tally; a row that counts is finite.
  void count(const Column& column, const RowsToCount& rows, HistogramTally& tally);

  /// Adds what was counted to the tally, and empties the buffer.
  void empty_into(HistogramTally& tally);

 private:
  static constexpr std::size_t kInPage = 2048;

  bool make_room(std::int32_t classes, HistogramTally& tally);
  bool make_page(std::uint64_t place, HistogramTally& tally);
  std::size_t take(const double* numbers, std::span<const std::int32_t> classes,
                   HistogramTally& tally);

  bool is_off_ = false;
  std::size_t classes_ = 0;  // that a page has room for
  // The page of a sign and exponent; the first is of none. A double's NaN and ±∞ have one as well.
  std::array<std::uint16_t, 4096> pages_{};
  std::vector<std::uint16_t> exponents_;  // of the pages, from the second on
  std::vector<std::uint8_t> counts_;      // [page][class][cell]
};

}  // namespace tally
