// SPDX-License-Identifier: Apache-2.0
// Rows to columns, and back: a row of doubles after the other becomes a column after the other.
//
// Two neighbours of every row fill a 128-bit block; a vector of blocks of rows 0, 2, 4, 6 and one
// of rows 1, 3, 5, 7 interleave to two columns:
//
//   a0 a1 | c0 c1 | e0 e1 | g0 g1      →   a0 b0 c0 d0 e0 f0 g0 h0
//   b0 b1 | d0 d1 | f0 f1 | h0 h1          a1 b1 c1 d1 e1 f1 g1 h1
#pragma once

#include <cstdint>

namespace tally {

/// out[c · out_step + r] = from[r · step + c], for r < rows and c < columns; nothing else is read
/// or written. What follows `rows` rows is prefetched. REQUIRES: the two do
/// not overlap.
void transpose(const double* from, std::int64_t step, std::int64_t rows, std::int64_t columns,
               double* out, std::int64_t out_step);

}  // namespace tally
