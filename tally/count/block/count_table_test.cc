// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/count_table.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tally/base/error.h"

namespace tally {
namespace {

TEST(CountTable, SparseIsDense) {
  const std::vector<double> cells{0, 2.5, 0, 1, 0, 3};  // 2 × 3
  const std::vector<std::int32_t> classes{1, 0};
  CountTable dense(2, 3), by_row(2, 3), by_column(2, 3);
  dense.add(Matrix{cells.data(), NumberType::kFloat64, 2, 3, 24, 8}, classes, {}, {}, 1);

  const std::vector<std::int64_t> row_starts{0, 1, 3}, row_indices{1, 0, 2};
  const std::vector<double> row_values{2.5, 1, 3};
  SparseMatrix csr{2,
                   3,
                   false,
                   row_starts.data(),
                   NumberType::kInt64,
                   row_indices.data(),
                   NumberType::kInt64,
                   row_values.data(),
                   NumberType::kFloat64,
                   3};
  by_row.add(csr, classes, {}, {}, 1);
  EXPECT_TRUE(by_row == dense);

  const std::vector<std::int32_t> column_starts{0, 1, 2, 3}, column_indices{1, 0, 1};
  const std::vector<double> column_values{1, 2.5, 3};
  SparseMatrix csc{2,
                   3,
                   true,
                   column_starts.data(),
                   NumberType::kInt32,
                   column_indices.data(),
                   NumberType::kInt32,
                   column_values.data(),
                   NumberType::kFloat64,
                   3};
  by_column.add(csc, classes, {}, {}, 1);
  EXPECT_TRUE(by_column == dense);
  EXPECT_EQ(dense.sums().at(1, 1).to_double(), 2.5);
}

TEST(CountTable, RefusesWhatIsNoCount) {
  const std::vector<std::int32_t> classes{0};
  CountTable table(1, 1);
  const auto add = [&](double x, const CellRule& rule) {
    table.add(Matrix{&x, NumberType::kFloat64, 1, 1, 8, 8}, classes, {}, rule, 1);
  };
  EXPECT_THROW(add(-1, {}), Error);
  EXPECT_THROW(add(std::numeric_limits<double>::infinity(), {}), Error);
  EXPECT_TRUE(table.class_weights()[0].is_zero());
  add(-1, {0.0, true});
  add(0.5, {0.0, true});
  EXPECT_EQ(table.sums().at(0, 0).to_double(), 1);
}

TEST(CountTable, NumbersOfAnySizeAreSummedExactly) {
  const std::vector<double> cells{1e-300, 1e300, 0.1, 1.0 / 3, 2, 1 << 22, 1e-300, 0.1};
  ExactSum expected;
  for (const double cell : cells) expected.add(cell);
  CountTable table(1, 1);
  table.add(Matrix{cells.data(), NumberType::kFloat64, 8, 1, 8, 8}, std::vector<std::int32_t>(8, 0),
            {}, {}, 1);
  EXPECT_EQ(table.sums().at(0, 0), expected);
}

}  // namespace
}  // namespace tally
