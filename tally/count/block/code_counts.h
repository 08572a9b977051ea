// SPDX-License-Identifier: Apache-2.0
// Counts of codes by class as plain integers: the inner loop of a block of codes.
//
// Each column has room for a power of two of codes. The bits of a tile's codes, or-ed together, say
// whether all of them fit; then every cell is one addition and one increment, without a test.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/batch/matrix.h"
#include "tally/sums/sum_grid.h"

namespace tally {

/// One thread at a time; up to kMostRows rows.
class CodeCounts {
 public:
  static constexpr std::int64_t kMostRows = (std::int64_t{1} << 32) - 1;

  CodeCounts(std::int64_t classes, std::int64_t columns);
  CodeCounts(const CodeCounts&) = delete;
  CodeCounts& operator=(const CodeCounts&) = delete;

  /// Counts the rows [begin, end) by their classes; −1 does not count, but its codes are known from
  /// then on. Throws Error (kUsage) for a negative code, kData for one from 2^31 on. REQUIRES:
  /// has_rows_of_codes (code_rows.h).
  void count_rows(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                  std::span<const std::int32_t> classes);
  /// Counts a cell. REQUIRES: 0 <= code < 2^31.
  void count(std::int64_t column, std::int64_t code, std::int32_t klass);

  /// One more than the largest code.
  std::int64_t width(std::int64_t column) const;
  std::int64_t at(std::int64_t klass, std::int64_t column, std::int64_t code) const {
    return cells_.small(klass)[starts_[static_cast<std::size_t>(column)] + code];
  }

 private:
  // Gives back whether anything has moved.
  bool make_room(std::span<const std::int64_t> bits);

  std::int64_t classes_;
  std::vector<std::int64_t> widths_, starts_;  // by column: room for codes, and where it begins
  SumGrid cells_;                              // the last class: rows that do not count
  std::vector<std::uint32_t*> counts_;         // of a class; they have room for kMostRows
};

/// The code that a number means; −1 where it is missing. Throws Error (kUsage) for a negative
/// number, kData for an infinite one or a code from 2^31 on.
std::int64_t code_of(double x);

}  // namespace tally
