// SPDX-License-Identifier: Apache-2.0
// The laws of every block.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "tally/base/error.h"
#include "tally/count/block/block_counts.h"
#include "tally/sums/sum_bytes.h"

namespace tally {
namespace {

constexpr std::int64_t kRows = 5000, kColumns = 6, kClasses = 3;

struct Rows {
  explicit Rows(bool whole, std::size_t rows = kRows)
      : cells(rows * kColumns), classes(rows), weights(rows) {
    std::mt19937_64 random(whole ? 1 : 2);
    for (double& cell : cells) {
      cell = whole ? static_cast<double>(random() % 9)
                   : std::uniform_real_distribution<>(0, 3)(random);
      if (random() % 50 == 0) cell = std::numeric_limits<double>::quiet_NaN();
    }
    for (auto& k : classes) k = static_cast<std::int32_t>(random() % kClasses);
    for (double& weight : weights) weight = std::exponential_distribution<>(1)(random);
  }
  Matrix part(std::int64_t begin, std::int64_t end) const {
    return {cells.data() + begin * kColumns,
            NumberType::kFloat64,
            end - begin,
            kColumns,
            kColumns * 8,
            8};
  }
  std::span<const std::int32_t> classes_of(std::int64_t begin, std::int64_t end) const {
    return std::span(classes).subspan(static_cast<std::size_t>(begin),
                                      static_cast<std::size_t>(end - begin));
  }
  std::span<const double> weights_of(std::int64_t begin, std::int64_t end) const {
    return std::span(weights).subspan(static_cast<std::size_t>(begin),
                                      static_cast<std::size_t>(end - begin));
  }
  std::vector<double> cells;
  std::vector<std::int32_t> classes;
  std::vector<double> weights;
};

class EveryBlock : public testing::TestWithParam<BlockCells> {
 protected:
  static BlockCounts empty(std::int64_t classes = kClasses) {
    return BlockCounts(GetParam(), classes, kColumns);
  }
};

INSTANTIATE_TEST_SUITE_P(Cells, EveryBlock,
                         testing::Values(BlockCells::kNumbers, BlockCells::kAmounts,
                                         BlockCells::kCodes));

void add(BlockCounts& counts, const Rows& rows, std::int64_t begin, std::int64_t end, bool weighted,
         int threads) {
  counts.add(rows.part(begin, end), rows.classes_of(begin, end),
             weighted ? rows.weights_of(begin, end) : std::span<const double>(), CellRule{},
             threads);
}

TEST_P(EveryBlock, PiecesMergedAreTheWhole) {
  for (const bool whole : {true, false}) {
    for (const bool weighted : {true, false}) {
      const Rows rows(whole);
      BlockCounts all = empty(), first = empty(), second = empty();
      add(all, rows, 0, kRows, weighted, 1);
      add(first, rows, 0, 1234, weighted, 1);
      add(second, rows, 1234, kRows, weighted, 4);
      BlockCounts merged = second;
      merged.merge(first);
      EXPECT_TRUE(merged == all);
      merged.subtract(second);
      EXPECT_TRUE(merged == first);
      EXPECT_THROW(first.subtract(all), Error);
      EXPECT_TRUE(BlockCounts::from_bytes(GetParam(), all.to_bytes()) == all);
      EXPECT_THROW(BlockCounts::from_bytes(GetParam(), all.to_bytes().substr(0, 99)), Error);
    }
  }
}

TEST_P(EveryBlock, ThreadsChangeNothing) {
  constexpr std::int64_t kManyRows = 200'000;  // enough to be worth several threads
  for (const bool whole : {true, false}) {
    for (const bool weighted : {true, false}) {
      const Rows rows(whole, kManyRows);
      BlockCounts one = empty(), many = empty();
      add(one, rows, 0, kManyRows, weighted, 1);
      add(many, rows, 0, kManyRows, weighted, 7);
      EXPECT_EQ(one.to_bytes(), many.to_bytes());
    }
  }
}

TEST_P(EveryBlock, AnErrorIsThatOfTheEarliestRowAndNothingIsCounted) {
  constexpr std::int64_t kManyRows = 200'000;
  Rows rows(true, kManyRows);
  BlockCounts table = empty();
  add(table, rows, 0, kRows, false, 1);
  const BlockCounts before = table;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  rows.cells[kColumns * 150'000] = -kInfinity;
  rows.cells[kColumns * 70'000] = kInfinity;
  for (const int threads : {1, 7}) {
    try {
      add(table, rows, 0, kManyRows, false, threads);
      FAIL();
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("found inf"), std::string::npos);
    }
    EXPECT_TRUE(table == before);
  }
}

TEST_P(EveryBlock, ClassesSpread) {
  const Rows rows(true);
  BlockCounts table = empty(), wide = empty(kClasses + 2);
  add(table, rows, 0, kRows, false, 1);
  table.spread_classes(kClasses + 2, {0, 1, 2});
  add(wide, rows, 0, kRows, false, 1);
  EXPECT_TRUE(table == wide);
}

TEST(BlockOfAmounts, SparseIsDense) {
  const std::vector<double> cells{0, 2.5, 0, 1, 0, 3};  // 2 × 3
  const std::vector<std::int32_t> classes{1, 0};
  BlockCounts dense(BlockCells::kAmounts, 2, 3), by_row = dense, by_column = dense;
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
  EXPECT_EQ(dense.sums().front().at(1, 1).to_double(), 2.5);
}

TEST(BlockOfAmounts, RefusesWhatIsNoCount) {
  const std::vector<std::int32_t> classes{0};
  BlockCounts table(BlockCells::kAmounts, 1, 1);
  const auto add = [&](double x, const CellRule& rule) {
    table.add(Matrix{&x, NumberType::kFloat64, 1, 1, 8, 8}, classes, {}, rule, 1);
  };
  EXPECT_THROW(add(-1, {}), Error);
  EXPECT_THROW(add(std::numeric_limits<double>::infinity(), {}), Error);
  EXPECT_TRUE(table.class_weights()[0].is_zero());
  add(-1, {0.0, true});
  add(0.5, {0.0, true});
  EXPECT_EQ(table.sums().front().at(0, 0).to_double(), 1);
}

TEST(BlockOfAmounts, NumbersOfAnySizeAreSummedExactly) {
  const std::vector<double> cells{1e-300, 1e300, 0.1, 1.0 / 3, 2, 1 << 22, 1e-300, 0.1};
  ExactSum expected;
  for (const double cell : cells) expected.add(cell);
  BlockCounts table(BlockCells::kAmounts, 1, 1);
  table.add(Matrix{cells.data(), NumberType::kFloat64, 8, 1, 8, 8}, std::vector<std::int32_t>(8, 0),
            {}, {}, 1);
  EXPECT_EQ(table.sums().front().at(0, 0), expected);
}

TEST(BlockOfCodes, IsAsWideAsItsLargestCode) {
  const std::vector<std::int64_t> codes{0, 4, 2, 1};  // 2 × 2
  const std::vector<std::int32_t> classes{0, 1};
  BlockCounts table(BlockCells::kCodes, 2, 2);
  table.add(Matrix{codes.data(), NumberType::kInt64, 2, 2, 16, 8}, classes, {}, {}, 1);
  EXPECT_EQ(table.sums()[0].columns(), 3);
  EXPECT_EQ(table.sums()[1].columns(), 5);
  EXPECT_EQ(table.sums()[1].at(0, 4).to_double(), 1);
  BlockCounts one(BlockCells::kCodes, 2, 2);
  one.add(Matrix{codes.data(), NumberType::kInt64, 1, 2, 16, 8}, std::vector<std::int32_t>{0}, {},
          {}, 1);
  table.declare(1, 3);
  table.subtract(one);
  EXPECT_EQ(table.sums()[1].columns(), 3);
  const std::vector<std::int64_t> negative{0, -1};
  EXPECT_THROW(one.add(Matrix{negative.data(), NumberType::kInt64, 1, 2, 16, 8},
                       std::vector<std::int32_t>{0}, {}, {}, 1),
               Error);
}

// Codes as integers go one way, with weights or as doubles another: the twin adds one by one.
TEST(BlockOfCodes, CountsTheSameOnEveryWay) {
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
        BlockCounts table(BlockCells::kCodes, class_count, columns);
        table.add(matrix, classes, weighted ? weights : std::vector<double>(), {}, 1);
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
          ASSERT_EQ(table.sums()[static_cast<std::size_t>(j)].columns(), width);
          for (std::int64_t k = 0; k < class_count; ++k) {
            for (std::int64_t code = 0; code < width; ++code) {
              ASSERT_TRUE(table.sums()[static_cast<std::size_t>(j)].at(k, code) ==
                          (expected[{k, code}]));
            }
          }
        }
      }
    }
  }
}

// What pickles of weighted numbers held before they held a block: how many rows have a value in each column, and
// their sums.
TEST(BlockOfNumbers, ReadsTheSumsOfColumnsThatWereStoredOnce) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> cells{1, nan, 4, 5, 10, 7};  // 3 × 2
  const std::vector<std::int32_t> classes{0, 0, 0};
  const std::vector<double> weights{2, 0.5, 1};
  BlockCounts counts(BlockCells::kNumbers, 1, 2);
  counts.add(Matrix{cells.data(), NumberType::kFloat64, 3, 2, 16, 8}, classes, weights, {}, 1);
  std::string bytes = counts.to_bytes();
  const std::int64_t then = 1;
  std::memcpy(bytes.data() + 16, &then, sizeof then);
  bytes.resize(bytes.size() - counts.unweighted().to_bytes().size());
  append_sums({ExactSum(3), ExactSum(2), ExactSum(15), ExactSum(12), ExactSum(117), ExactSum(74)},
              bytes);
  const BlockCounts read = BlockCounts::from_bytes(BlockCells::kNumbers, bytes);
  EXPECT_TRUE(read == counts);
}

TEST(BlockOfNumbers, RowsWithoutTheirWeightsAreKnown) {
  const std::vector<double> cells{1, 3, 10};
  const std::vector<std::int32_t> classes{0, 1, -1};
  BlockCounts counts(BlockCells::kNumbers, 2, 1);
  counts.add(Matrix{cells.data(), NumberType::kFloat64, 3, 1, 8, 8}, classes,
             std::vector<double>{2, 0, 1}, {}, 1);
  EXPECT_EQ(counts.class_weights()[0], ExactSum(2));
  EXPECT_TRUE(counts.class_weights()[1].is_zero());
  const BlockCounts rows = counts.unweighted();
  EXPECT_EQ(rows.class_weights()[0], ExactSum(2));
  EXPECT_EQ(rows.sums()[0].at(0, 0), ExactSum(4));
  EXPECT_EQ(rows.sums()[1].at(0, 0), ExactSum(10));
  EXPECT_EQ(counts.as_one_class().sums()[0].at(0, 0), ExactSum(2));
}

}  // namespace
}  // namespace tally
