// SPDX-License-Identifier: Apache-2.0
// Rows of codes and the places that they name in tables of all columns, one behind the other.
//
//   place_codes(codes, rows, starts, bits, places);
//   if (every bits[j] fits column j's table)  … table[places[r · columns + j]] …
//
// The codes of a tile are looked at once: or-ed together they say whether all fit, and added to
// where their column's table starts they are ready to be looked up.
#pragma once

#include <cstdint>
#include <span>

#include "tally/batch/matrix.h"

namespace tally {

/// A view over rows of 64-bit codes.
struct CodeRows {
  const std::int64_t* first = nullptr;
  std::int64_t step = 0;  ///< from a row to the next, in codes
  std::int64_t rows = 0;

  const std::int64_t* row(std::int64_t r) const { return first + r * step; }
};

/// Whether every row of a matrix is a run of 64-bit codes.
bool has_rows_of_codes(const Matrix& matrix);
/// REQUIRES: has_rows_of_codes.
CodeRows code_rows(const Matrix& matrix, std::int64_t first, std::int64_t rows);

/// Ors all codes of column j to bits[j], which is negative then if one of them is, and sets
/// places[r · columns + j] = starts[j] + code, without a test for overflow. The memory behind the
/// rows is prefetched. REQUIRES: as many bits as starts, and places for every code.
void place_codes(const CodeRows& codes, std::span<const std::int64_t> starts, std::int64_t* bits,
                 std::int64_t* places);

}  // namespace tally
