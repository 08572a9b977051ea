// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/count_piece.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "tally/base/error.h"

namespace tally {
namespace {

// A sparse matrix by rows, some columns of a row named twice.
struct Entries {
  Entries(std::int64_t row_count, std::int64_t column_count, std::int32_t class_count,
          const std::function<double(std::mt19937_64&)>& draw)
      : rows(row_count), columns(column_count), class_total(class_count) {
    std::mt19937_64 random(static_cast<std::uint64_t>(rows + columns));
    starts.push_back(0);
    for (std::int64_t row = 0; row < rows; ++row) {
      std::int32_t column = 0;
      for (std::int64_t i = 0; i < 20; ++i) {
        column += static_cast<std::int32_t>(random() % 5 + (row % 3 == 0 ? 0 : 1));
        if (column >= columns) break;
        indices.push_back(column);
        values.push_back(draw(random));
      }
      starts.push_back(static_cast<std::int32_t>(indices.size()));
      classes.push_back(
          static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(class_count)));
      weights.push_back(std::exponential_distribution<>(1)(random));
    }
    classes[static_cast<std::size_t>(rows / 2)] = -1;
  }
  SparseMatrix matrix() const {
    SparseMatrix sparse;
    sparse.rows = rows;
    sparse.columns = columns;
    sparse.starts = starts.data();
    sparse.indices = indices.data();
    sparse.values = values.data();
    sparse.entries = static_cast<std::int64_t>(values.size());
    return sparse;
  }
  std::int64_t rows, columns;
  std::int32_t class_total;
  std::vector<std::int32_t> starts, indices, classes;
  std::vector<double> values, weights;
};

// Brute force: one exact sum after the other.
void expect_exact(const Entries& entries, const CellRule& rule, bool weighted) {
  SumGrid sums(entries.class_total, entries.columns);
  std::map<std::int64_t, ExactSum> missing;
  const std::int64_t middle = entries.rows / 3;
  for (const auto& [begin, end] :
       {std::pair(std::int64_t{0}, middle), std::pair(middle, entries.rows)}) {
    CountPiece piece(entries.class_total, entries.columns, rule);
    const auto first = static_cast<std::size_t>(begin);
    piece.count(entries.matrix(), begin, end, std::span(entries.classes).subspan(first),
                weighted ? std::span(entries.weights).subspan(first) : std::span<const double>());
    piece.move_into(sums, missing);
  }
  std::vector<ExactSum> expected(sums.cells());
  for (std::size_t row = 0; row < entries.classes.size(); ++row) {
    if (entries.classes[row] < 0) continue;
    for (auto i = static_cast<std::size_t>(entries.starts[row]);
         i < static_cast<std::size_t>(entries.starts[row + 1]); ++i) {
      double x = entries.values[i];
      if (rule.threshold) x = x > *rule.threshold ? 1 : 0;
      const auto cell =
          static_cast<std::size_t>(entries.classes[row] * entries.columns + entries.indices[i]);
      expected[cell].add_product(weighted ? entries.weights[row] : 1, x);
    }
  }
  for (std::size_t cell = 0; cell < expected.size(); ++cell) {
    ASSERT_TRUE(sums.cell(cell) == expected[cell]) << cell;
  }
}

TEST(CountPiece, IsExactForCounts) {
  const Entries entries(3000, 60, 3,
                        [](auto& random) { return static_cast<double>(random() % 9); });
  for (const bool weighted : {false, true}) {
    expect_exact(entries, {}, weighted);
    expect_exact(entries, {4.0, true}, weighted);
  }
}

TEST(CountPiece, IsExactForMeasurements) {
  const Entries parts(
      3000, 60, 3, [](auto& random) { return std::uniform_real_distribution<>(0.01, 1)(random); });
  const Entries signs(3000, 60, 2,
                      [](auto& random) { return std::normal_distribution<>()(random); });
  for (const bool weighted : {false, true}) {
    expect_exact(parts, {}, weighted);
    expect_exact(signs, {std::nullopt, true}, weighted);
  }
}

TEST(CountPiece, IsExactForAnyRange) {
  const Entries any(3000, 60, 2, [](auto& random) {
    return std::ldexp(std::uniform_real_distribution<>(0.5, 1)(random),
                      static_cast<int>(random() % 400) - 200);
  });
  expect_exact(any, {}, false);
  expect_exact(any, {}, true);
  // The range of the first rows says nothing about the others; whole numbers in between.
  int drawn = 0;
  const Entries growing(4000, 60, 2, [&](auto& random) {
    const double x =
        std::uniform_real_distribution<>(0.5, 1)(random) * std::pow(1.001, drawn++ / 4);
    return drawn / 500 % 3 == 0 ? std::floor(x) : x;
  });
  expect_exact(growing, {}, false);
}

TEST(CountPiece, EmptiesItsIntegersAndSlicesInTime) {
  // 2^13 rows of 2^20 leave 32 bits behind, 2^20 slices their room.
  constexpr std::size_t kRows = 5000;
  for (const double x : {double{kMostSmallWhole}, 0.7}) {
    std::vector<double> cells(kRows * 200, x);
    const std::vector<std::int32_t> classes(kRows, 0);
    const std::vector<std::int32_t> starts{0, 1000000}, indices(1000000, 1);
    CountPiece piece(1, 200, {});
    piece.count(Matrix{cells.data(), NumberType::kFloat64, kRows, 200, 1600, 8}, 0, kRows, classes,
                {});
    SparseMatrix sparse;  // a row that names one column a million times
    sparse.rows = 1;
    sparse.columns = 200;
    sparse.starts = starts.data();
    sparse.indices = indices.data();
    sparse.values = cells.data();
    sparse.entries = 1000000;
    piece.count(sparse, 0, 1, classes, {});
    SumGrid sums(1, 200);
    std::map<std::int64_t, ExactSum> missing;
    piece.move_into(sums, missing);
    ExactSum once, often;
    once.add_product(x, 5000);
    often.add_product(x, 1005000);
    EXPECT_TRUE(sums.at(0, 0) == once);
    EXPECT_TRUE(sums.at(0, 1) == often);
  }
}

TEST(CountPiece, RefusesIndicesThatLeadOutside) {
  Entries entries(10, 60, 1, [](auto&) { return 1.0; });
  for (const std::int32_t bad : {-1, 60}) {
    entries.indices[7] = bad;
    CountPiece piece(1, 60, {});
    EXPECT_THROW(piece.count(entries.matrix(), 0, 10, entries.classes, {}), Error);
  }
}

}  // namespace
}  // namespace tally
