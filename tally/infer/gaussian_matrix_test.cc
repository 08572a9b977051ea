// SPDX-License-Identifier: Apache-2.0
// The rows of a tile in the lanes of a vector, against one row after the other.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "tally/base/error.h"
#include "tally/base/ugly_numbers_testing.h"
#include "tally/infer/matrix_scorer.h"

namespace tally {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Parameters, and the joint of one row as the formula has it, step by step: log prior, then the
// norm of each column that is there; less half of the sum of squares.
struct Model {
  Model(std::int64_t class_count, std::int64_t column_count, std::mt19937_64& random)
      : classes(class_count), columns(column_count) {
    std::normal_distribution<> normal;
    for (std::int64_t k = 0; k < classes; ++k) log_prior.push_back(-1 - std::abs(normal(random)));
    for (std::int64_t i = 0; i < classes * columns; ++i) {
      mean.push_back(3 * normal(random));
      variance.push_back(std::exp(2 * normal(random)));
    }
  }
  double joint(const double* row, std::int64_t k) const {
    double norm = log_prior[static_cast<std::size_t>(k)], squares = 0;
    for (std::int64_t j = 0; j < columns; ++j) {
      const auto at = static_cast<std::size_t>(k * columns + j);
      if (std::isnan(row[j])) continue;
      norm += -0.5 * std::log(2 * std::numbers::pi * variance[at]);
      const double d = row[j] - mean[at];
      squares += d * d * (1 / variance[at]);
    }
    return norm - 0.5 * squares;
  }
  GaussianScorer scorer() const { return {classes, columns, mean, variance, log_prior}; }

  std::int64_t classes, columns;
  std::vector<double> mean, variance, log_prior;
};

// Bit for bit, and so that a row does not hang on the rows around it.
void expect_formula(const Model& model, const Matrix& matrix, const std::vector<double>& cells,
                    int threads) {
  const auto size = static_cast<std::size_t>(matrix.rows * model.classes);
  std::vector<double> found(size + 1, 77);
  model.scorer().answer(matrix, Answer::kJoint, found.data(), threads);
  ASSERT_EQ(found[size], 77);
  for (std::size_t i = 0; i < size; ++i) {
    const auto row = static_cast<std::int64_t>(i) / model.classes;
    const double expected = model.joint(cells.data() + row * model.columns,
                                        static_cast<std::int64_t>(i) % model.classes);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(found[i]), std::bit_cast<std::uint64_t>(expected))
        << matrix.rows << " rows, " << model.columns << " columns, " << model.classes
        << " classes: row " << row << ", " << found[i] << " for " << expected;
  }
}

Matrix in_rows(const std::vector<double>& cells, std::int64_t columns) {
  const auto rows = static_cast<std::int64_t>(cells.size()) / columns;
  return {cells.data(), NumberType::kFloat64, rows, columns, columns * 8, 8};
}

std::vector<double> some_cells(std::int64_t rows, std::int64_t columns, std::mt19937_64& random) {
  std::vector<double> cells(static_cast<std::size_t>(rows * columns));
  const auto& kinds = UglyNumbers::kinds();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t column = i % static_cast<std::size_t>(columns);
    cells[i] = random() % 40 == 0  ? kNan
               : random() % 3 != 0 ? std::normal_distribution<>(0, 3)(random)
                                   : kinds[(column * 7 + i) % kinds.size()].draw(random, i);
  }
  return cells;
}

TEST(GaussianMatrix, IsTheFormulaForAnyNumberOfRows) {
  std::mt19937_64 random(1);
  for (std::int64_t rows = 1; rows <= 130; ++rows) {
    const std::int64_t columns = 1 + rows * 7 % 23;
    const Model model(1 + rows % 5, columns, random);
    const std::vector<double> cells = some_cells(rows, columns, random);
    expect_formula(model, in_rows(cells, columns), cells, 1);
    if (HasFatalFailure()) return;
  }
}

TEST(GaussianMatrix, IsTheFormulaForAnyNumberOfColumnsAndClasses) {
  std::mt19937_64 random(2);
  for (std::int64_t many = 1; many <= 70; ++many) {
    for (const auto& [columns, classes] : {std::pair(many, 1 + many % 6), {1 + many % 6, many}}) {
      const Model model(classes, columns, random);
      const std::int64_t rows = 60 + many % 11;
      const std::vector<double> cells = some_cells(rows, columns, random);
      expect_formula(model, in_rows(cells, columns), cells, 1);
      if (HasFatalFailure()) return;
    }
  }
}

// One row of a tile is scored carefully; its neighbours in the vector are not.
TEST(GaussianMatrix, ACellThatIsMissingIsThatOfItsRowAlone) {
  std::mt19937_64 random(3);
  const Model model(3, 5, random);
  for (const std::int64_t rows : {1, 3, 8, 9, 31, 64, 65}) {
    std::vector<double> cells(static_cast<std::size_t>(rows * 5));
    for (double& x : cells) x = std::normal_distribution<>()(random);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::vector<double> others = cells;
      // Missing; so far away that the square is infinite; the last number; nothing, negative.
      for (const double x : {kNan, 1e200, -1.7976931348623157e308, -0.0, 5e-324}) {
        others[i] = x;
        expect_formula(model, in_rows(others, 5), others, 1);
        if (HasFatalFailure()) return;
      }
      for (const double x : {kInfinity, -kInfinity}) {
        others[i] = x;
        std::vector<double> out(static_cast<std::size_t>(rows * 3));
        EXPECT_THROW(model.scorer().answer(in_rows(others, 5), Answer::kJoint, out.data(), 1),
                     Error);
      }
    }
  }
}

TEST(GaussianMatrix, IsTheFormulaHoweverTheMatrixLies) {
  std::mt19937_64 random(4);
  for (const std::int64_t columns : {1, 2, 7, 8, 9}) {
    for (const std::int64_t rows : {1, 5, 64, 67, 130}) {
      const Model model(4, columns, random);
      const std::vector<double> cells = some_cells(rows, columns, random);
      const auto at = [&](std::int64_t r, std::int64_t c) {
        return cells[static_cast<std::size_t>(r * columns + c)];
      };
      std::vector<double> by_column, apart, backwards;
      for (std::int64_t c = 0; c < columns; ++c) {
        for (std::int64_t r = 0; r < rows; ++r) by_column.push_back(at(r, c));
      }
      for (std::int64_t r = 0; r < rows; ++r) {  // two numbers for each, and three behind a row
        for (std::int64_t c = 0; c < columns; ++c) {
          apart.insert(apart.end(), {at(r, c), kInfinity});
        }
        apart.insert(apart.end(), 3, kInfinity);
      }
      for (std::int64_t r = rows; r-- > 0;) {
        for (std::int64_t c = 0; c < columns; ++c) backwards.push_back(at(r, c));
      }
      const double* const last = backwards.data() + (rows - 1) * columns;
      for (const Matrix& matrix :
           {Matrix{by_column.data(), NumberType::kFloat64, rows, columns, 8, rows * 8},
            Matrix{apart.data(), NumberType::kFloat64, rows, columns, (2 * columns + 3) * 8, 16},
            Matrix{last, NumberType::kFloat64, rows, columns, -columns * 8, 8}}) {
        for (const int threads : {1, 3}) expect_formula(model, matrix, cells, threads);
        if (HasFatalFailure()) return;
      }
      std::vector<float> narrow(cells.begin(), cells.end());
      for (float& x : narrow) x = std::isinf(x) ? 9 : x;
      const std::vector<double> rounded(narrow.begin(), narrow.end());
      expect_formula(model, {narrow.data(), NumberType::kFloat32, rows, columns, columns * 4, 4},
                     rounded, 1);
    }
  }
}

}  // namespace
}  // namespace tally
