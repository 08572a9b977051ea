// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/matrix.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace tally {
namespace {

TEST(Matrix, CopiesAnyOrderTypeAndStride) {
  std::vector<float> cells(std::size_t{6} * 4);
  std::iota(cells.begin(), cells.end(), 0.0F);
  const Matrix by_row{cells.data(), NumberType::kFloat32, 6, 4, 16, 4};
  const Matrix by_column{cells.data(), NumberType::kFloat32, 4, 6, 4, 16};
  const Matrix backwards{cells.data() + 23, NumberType::kFloat32, 6, 4, -16, -4};
  std::vector<double> out(4);
  by_row.copy({1, 2, 2, 2}, out.data(), 2, 1);
  EXPECT_EQ(out, (std::vector<double>{6, 7, 10, 11}));
  by_row.copy({1, 2, 2, 2}, out.data(), 1, 2);
  EXPECT_EQ(out, (std::vector<double>{6, 10, 7, 11}));
  by_column.copy({2, 2, 1, 2}, out.data(), 2, 1);
  EXPECT_EQ(out, (std::vector<double>{6, 10, 7, 11}));
  backwards.copy({0, 2, 0, 2}, out.data(), 2, 1);
  EXPECT_EQ(out, (std::vector<double>{23, 22, 19, 18}));
}

TEST(SparseMatrix, StartsAreChecked) {
  const std::vector<std::int32_t> starts{0, 2, 3}, descending{0, 2, 1}, negative{-1, 2, 3};
  SparseMatrix matrix;
  matrix.rows = 2;
  matrix.columns = 4;
  matrix.starts = starts.data();
  matrix.entries = 3;
  EXPECT_NO_THROW(check_starts(matrix));
  matrix.entries = 2;
  EXPECT_THROW(check_starts(matrix), Error);
  matrix.entries = 3;
  matrix.starts = descending.data();
  EXPECT_THROW(check_starts(matrix), Error);
  matrix.starts = negative.data();
  EXPECT_THROW(check_starts(matrix), Error);
}

}  // namespace
}  // namespace tally
