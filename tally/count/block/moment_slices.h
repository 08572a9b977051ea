// SPDX-License-Identifier: Apache-2.0
// Exact Σ x and Σ x² by class of many columns, in plain vector arithmetic.
//
// A column's numbers below 2^E are cut into three slices of 22 bits by adding and taking away a
// large constant M, which rounds to a multiple of its last bit:
//
//   x = a + b + c,   a = (x + M_0) − M_0,  b = (x − a + M_1) − M_1,  c likewise,
//   unit of a: 2^(E − 22),  of b: 2^(E − 44),  of c: 2^(E − 66)
//
//   Σ x = Σ a + Σ b + Σ c,   Σ x² = Σ a² + 2 Σ ab + Σ (b² + 2ac) + 2 Σ bc + Σ c²
//
// Slices and their products are integers times a fixed power of two, and eight sums of them over
// 256 rows fit the 53 bits of a double: nothing is rounded. After that they are emptied into 64-bit
// integers, and those into exact sums. What leaves a rest after three slices (a number far below
// 2^E), or is not below 2^E, is added to the exact sums one by one: the answer is the same, only
// slower.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/batch/matrix.h"
#include "tally/sums/sum_grid.h"

namespace tally {

/// Counts the rows [begin, end) of a matrix: sum and square get Σ x and Σ x², missing how many
/// cells are NaN. `classes` has the class of each of these rows, −1 if it does not count. Throws
/// Error (kData) for an infinite number, with its row and its column's number; the sums then hold
/// part of the rows. REQUIRES: the tables have a row for every class and a column for every column.
void count_moments(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                   std::span<const std::int32_t> classes, SumGrid& sum, SumGrid& square,
                   SumGrid& missing);

/// The same for columns that lie apart: columns[j] points to `rows` numbers. Columns counted
/// together share the lanes of a vector, so that eight of them cost little more than one.
///
///   const double* columns[] = {age.data(), height.data()};
///   count_moments(columns, rows, classes, sum, square, missing);
void count_moments(std::span<const double* const> columns, std::int64_t rows,
                   std::span<const std::int32_t> classes, SumGrid& sum, SumGrid& square,
                   SumGrid& missing);

}  // namespace tally
