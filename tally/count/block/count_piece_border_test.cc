// SPDX-License-Identifier: Apache-2.0
// Rows of integers, of slices and of what fits neither, side by side: the sums are exact.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "tally/base/error.h"
#include "tally/base/ugly_numbers_testing.h"
#include "tally/count/block/count_piece.h"

namespace tally {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Table {
  std::int64_t columns;
  std::int32_t class_count;
  std::vector<double> cells;
  std::vector<std::int32_t> classes;
  std::vector<double> weights;

  std::int64_t rows() const { return static_cast<std::int64_t>(classes.size()); }
  Matrix matrix() const {
    return {cells.data(), NumberType::kFloat64, rows(), columns, columns * 8, 8};
  }
};

// Dense, as a sparse matrix of 64-bit indices, and by columns; the twin adds one after the other.
void expect_exact(const Table& table, const CellRule& rule) {
  const auto width = static_cast<std::size_t>(table.columns);
  std::vector<ExactSum> sums(static_cast<std::size_t>(table.class_count) * width);
  std::vector<ExactSum> missing(sums.size());
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const std::int32_t k = table.classes[i / width];
    if (k < 0) continue;
    const double w = table.weights.empty() ? 1 : table.weights[i / width];
    const std::size_t cell = static_cast<std::size_t>(k) * width + i % width;
    const double x = table.cells[i];
    if (std::isnan(x)) {
      missing[cell].add(w);
    } else {
      sums[cell].add_product(w, !rule.threshold ? x : x > *rule.threshold ? 1 : 0);
    }
  }
  std::vector<std::int64_t> row_starts{0}, row_indices, column_starts{0}, column_indices;
  std::vector<double> by_row, by_column;
  const auto rows = static_cast<std::size_t>(table.rows());
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    if (table.cells[i] != 0 || (rule.threshold && i % 3 == 0)) {
      row_indices.push_back(static_cast<std::int64_t>(i % width));
      by_row.push_back(table.cells[i]);
    }
    if (i % width + 1 == width) row_starts.push_back(static_cast<std::int64_t>(by_row.size()));
  }
  for (std::size_t j = 0; j < width; ++j) {
    for (std::size_t r = 0; r < rows; ++r) {
      column_indices.push_back(static_cast<std::int64_t>(r));
      by_column.push_back(table.cells[r * width + j]);
    }
    column_starts.push_back(static_cast<std::int64_t>(by_column.size()));
  }
  const auto sparse = [&](bool columns) {
    SparseMatrix matrix;
    matrix.rows = table.rows();
    matrix.columns = table.columns;
    matrix.by_column = columns;
    matrix.starts = columns ? column_starts.data() : row_starts.data();
    matrix.indices = columns ? column_indices.data() : row_indices.data();
    matrix.values = columns ? by_column.data() : by_row.data();
    matrix.starts_type = matrix.indices_type = NumberType::kInt64;
    matrix.entries = static_cast<std::int64_t>(columns ? by_column.size() : by_row.size());
    return matrix;
  };
  for (const int way : {0, 1, 2}) {
    CountPiece piece(table.class_count, table.columns, rule);
    if (way == 0) piece.count(table.matrix(), 0, table.rows(), table.classes, table.weights);
    if (way == 1) piece.count(sparse(false), 0, table.rows(), table.classes, table.weights);
    if (way == 2) piece.count(sparse(true), 0, table.columns, table.classes, table.weights);
    SumGrid found(table.class_count, table.columns);
    std::map<std::int64_t, ExactSum> found_missing;
    piece.move_into(found, found_missing);
    for (std::size_t cell = 0; cell < sums.size(); ++cell) {
      ASSERT_TRUE(found.cell(cell) == sums[cell])
          << "way " << way << ", " << width << " columns, cell " << cell << ": "
          << found.cell(cell).to_double() << " for " << sums[cell].to_double();
      ASSERT_TRUE(found_missing[static_cast<std::int64_t>(cell)] == missing[cell]);
    }
  }
}

// Numbers on both sides of "small and whole", of a range about 1, and of nothing.
std::vector<double> borders() {
  std::vector<double> out{0.0, -0.0, kNan, 0.5, 0.1, 3, 5e-324, 1e300, 0x1p-69, 0x1p-70, 0x1p-66};
  for (const double border : {1.0, 8.0, 0x1p20, 0x1p31, 0x1p32}) {
    for (const double x : {std::nextafter(border, 0), border, std::nextafter(border, 1e300)}) {
      out.push_back(x);
    }
  }
  out.push_back(0x1p20 + 1);
  return out;
}

TEST(CountPieceBorder, OneCellIsUnlikeItsRow) {
  const std::vector<double> odd = borders();
  for (std::int64_t columns = 1; columns <= 70; ++columns) {
    for (const double first : {1.0, 0.7}) {  // integers first, or slices
      Table table{columns, 2, {}, {}, {}};
      for (std::size_t i = 0; i < odd.size(); ++i) {
        for (const double common : {2.0, 0.3, first}) {
          std::vector<double> row(static_cast<std::size_t>(columns), common);
          if (i > 0) row[(i * 3 + static_cast<std::size_t>(columns)) % row.size()] = odd[i];
          table.cells.insert(table.cells.end(), row.begin(), row.end());
          table.classes.push_back(static_cast<std::int32_t>(i % 3) - 1);
        }
      }
      std::fill_n(table.cells.begin(), columns, first);
      table.classes[0] = 0;
      expect_exact(table, {});
      expect_exact(table, {std::nullopt, true});
      expect_exact(table, {0.5, true});
      expect_exact(table, {0.5, false});
      if (HasFatalFailure()) return;
    }
  }
}

TEST(CountPieceBorder, UglyColumnsWithWeightsOrWithout) {
  std::mt19937_64 random(3);
  const double weights[] = {1,
                            1,
                            0,
                            2,
                            1024,
                            0x1p20,
                            0x1p20 + 1,
                            0.1,
                            1 + 0x1p-52,
                            0x1p-900,
                            0x1.fffffffffffffp-901,
                            0x1.8p900,
                            0x1p900,
                            1e-300,
                            5e-324,
                            1e300,
                            1.7e308};
  for (std::int64_t columns = 1; columns <= 70; columns += columns < 20 ? 1 : 7) {
    for (const bool weighted : {false, true}) {
      Table table{columns, 3, {}, {}, {}};
      const std::int64_t rows = 60 + columns;
      for (std::int64_t i = 0; i < rows * columns; ++i) {
        const auto row = static_cast<std::size_t>(i / columns);
        const auto kind = static_cast<std::size_t>(i % columns * 7 + columns);
        const double ugly = UglyNumbers::kinds()[kind % UglyNumbers::kKinds].draw(random, row);
        // Small whole numbers besides: their products with weights have borders of their own.
        const double whole = static_cast<double>(std::int64_t{1} << random() % 22) -
                             static_cast<double>(random() % 2);
        table.cells.push_back(random() % 30 == 0 ? kNan : row % 3 == 0 ? whole : ugly);
      }
      for (std::int64_t row = 0; row < rows; ++row) {
        table.classes.push_back(static_cast<std::int32_t>(random() % 4) - 1);
        if (weighted) table.weights.push_back(weights[random() % std::size(weights)]);
      }
      expect_exact(table, {std::nullopt, true});
      expect_exact(table, {1.0, true});
      if (HasFatalFailure()) return;
    }
  }
}

// A row that names a column as often as the integers and slices allow, and once more.
TEST(CountPieceBorder, AColumnNamedManyTimesInARow) {
  for (const std::size_t times : {1U, 2047U, 2048U, 2049U, 5000U}) {
    for (const double x : {0x1p20, 0.7, 1e300}) {
      for (const std::optional<double> threshold : {std::optional<double>(), std::optional(0.5)}) {
        const std::size_t rows = 9;
        std::vector<double> values(times * rows, x);
        std::vector<std::int32_t> indices(times * rows, 2), starts;
        for (std::size_t i = 0; i <= rows; ++i) {
          starts.push_back(static_cast<std::int32_t>(i * times));
        }
        SparseMatrix sparse;
        sparse.rows = static_cast<std::int64_t>(rows);
        sparse.columns = 4;
        sparse.starts = starts.data();
        sparse.indices = indices.data();
        sparse.values = values.data();
        sparse.entries = static_cast<std::int64_t>(values.size());
        CountPiece piece(1, 4, {threshold, true});
        piece.count(sparse, 0, sparse.rows, std::vector<std::int32_t>(rows, 0), {});
        SumGrid sums(1, 4);
        std::map<std::int64_t, ExactSum> missing;
        piece.move_into(sums, missing);
        ExactSum expected;
        expected.add_product(threshold ? 1 : x, static_cast<double>(times * rows));
        EXPECT_TRUE(sums.at(0, 2) == expected) << times << " times " << x;
        EXPECT_TRUE(sums.at(0, 1).is_zero() && sums.at(0, 3).is_zero());
      }
    }
  }
}

// The first number sets a range up to 8; a million others just below it, of an odd number of units.
TEST(CountPieceBorder, SlicesAreEmptiedInTime) {
  const double x = 8 - 0x1p-31 + 0x1.8p-49;
  std::vector<double> cells(1'200'000, x);
  cells[0] = 0.7;
  const auto rows = static_cast<std::int64_t>(cells.size());
  CountPiece piece(1, 1, {});
  piece.count(Matrix{cells.data(), NumberType::kFloat64, rows, 1, 8, 8}, 0, rows,
              std::vector<std::int32_t>(cells.size(), 0), {});
  SumGrid sums(1, 1);
  std::map<std::int64_t, ExactSum> missing;
  piece.move_into(sums, missing);
  ExactSum expected;
  expected.add_product(x, static_cast<double>(rows - 1));
  expected.add(0.7);
  EXPECT_TRUE(sums.at(0, 0) == expected);
}

TEST(CountPieceBorder, WhatIsRefusedIsRefusedInEveryPlace) {
  for (std::int64_t columns = 1; columns <= 20; ++columns) {
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(columns); ++lane) {
      for (const double common : {2.0, 0.3}) {
        for (const double weight : {1.0, 0.5}) {
          const auto count = [&](double x, const CellRule& rule) {
            std::vector<double> cells(static_cast<std::size_t>(2 * columns), common);
            cells[static_cast<std::size_t>(columns) + lane] = x;
            CountPiece piece(1, columns, rule);
            piece.count(Matrix{cells.data(), NumberType::kFloat64, 2, columns, columns * 8, 8}, 0,
                        2, std::vector<std::int32_t>{0, 0}, std::vector<double>{1, weight});
          };
          for (const double infinite : {INFINITY, -INFINITY}) {
            EXPECT_THROW(count(infinite, {}), Error);
            EXPECT_THROW(count(infinite, {std::nullopt, true}), Error);
            EXPECT_THROW(count(infinite, {0.5, true}), Error);
            EXPECT_THROW(count(infinite, {0.5, false}), Error);
          }
          for (const double negative : {-5e-324, -0.3, -1.0, -0x1p40}) {
            EXPECT_THROW(count(negative, {}), Error);
            EXPECT_THROW(count(negative, {0.5, false}), Error);
            EXPECT_NO_THROW(count(negative, {0.5, true}));
          }
          EXPECT_NO_THROW(count(-0.0, {}));
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally
