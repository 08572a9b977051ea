#include "tally/count/category_table.h"

#include <gtest/gtest.h>

#include <vector>

#include "tally/base/error.h"

namespace tally {
namespace {

TEST(CategoryTable, IsAsWideAsItsLargestCode) {
  const std::vector<std::int64_t> codes{0, 4, 2, 1};  // 2 × 2
  const std::vector<std::int32_t> classes{0, 1};
  CategoryTable table(2, 2);
  table.add(Matrix{codes.data(), NumberType::kInt64, 2, 2, 16, 8}, classes, {}, 1);
  EXPECT_EQ(table.counts(0).columns(), 3);
  EXPECT_EQ(table.counts(1).columns(), 5);
  EXPECT_EQ(table.counts(1).at(0, 4).to_double(), 1);
  CategoryTable one(2, 2);
  one.add(Matrix{codes.data(), NumberType::kInt64, 1, 2, 16, 8}, std::vector<std::int32_t>{0}, {},
          1);
  table.declare(1, 3);
  table.subtract(one);
  EXPECT_EQ(table.counts(1).columns(), 3);
  const std::vector<std::int64_t> negative{0, -1};
  EXPECT_THROW(one.add(Matrix{negative.data(), NumberType::kInt64, 1, 2, 16, 8},
                       std::vector<std::int32_t>{0}, {}, 1),
               Error);
}

}  // namespace
}  // namespace tally
