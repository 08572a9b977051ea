// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/category_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
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

// Codes as integers go one way, with weights or as doubles another: the twin adds one by one.
TEST(CategoryTable, CountsTheSameOnEveryWay) {
  std::mt19937_64 random(1);
  for (std::int64_t many = 1; many <= 260; many += 1 + many / 9) {
    const std::int64_t columns = 1 + many % 13, rows = many, class_count = 1 + many % 4;
    std::vector<std::int64_t> codes(static_cast<std::size_t>(rows * columns));
    for (auto& code : codes) code = static_cast<std::int64_t>(random() % 9);
    std::vector<std::int32_t> classes(static_cast<std::size_t>(rows));
    std::vector<double> weights(classes.size());
    for (auto& k : classes) {
      k = static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(class_count + 1)) - 1;
    }
    for (double& w : weights) w = static_cast<double>(random() % 4) * 0.1;
    std::vector<double> doubles(codes.begin(), codes.end());
    for (double& x : doubles) x = random() % 9 == 0 ? std::nan("") : x + 0.25;
    for (const bool weighted : {false, true}) {
      for (const bool integers : {true, false}) {
        const Matrix matrix{integers ? static_cast<const void*>(codes.data()) : doubles.data(),
                            integers ? NumberType::kInt64 : NumberType::kFloat64,
                            rows,
                            columns,
                            columns * 8,
                            8};
        CategoryTable table(class_count, columns);
        table.add(matrix, classes, weighted ? weights : std::vector<double>(), 1);
        for (std::int64_t j = 0; j < columns; ++j) {
          std::map<std::pair<std::int64_t, std::int64_t>, ExactSum> expected;
          std::int64_t width = 0;
          for (std::size_t r = 0; r < classes.size(); ++r) {
            const std::size_t i =
                r * static_cast<std::size_t>(columns) + static_cast<std::size_t>(j);
            if (!integers && std::isnan(doubles[i])) continue;
            width = std::max(width, codes[i] + 1);
            if (classes[r] >= 0) expected[{classes[r], codes[i]}].add(weighted ? weights[r] : 1.0);
          }
          ASSERT_EQ(table.counts(j).columns(), width);
          for (std::int64_t k = 0; k < class_count; ++k) {
            for (std::int64_t code = 0; code < width; ++code) {
              ASSERT_TRUE(table.counts(j).at(k, code) == (expected[{k, code}]));
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally
