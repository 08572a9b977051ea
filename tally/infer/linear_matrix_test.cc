// SPDX-License-Identifier: Apache-2.0
// Linear scoring in vectors, against one row after the other.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "tally/base/error.h"
#include "tally/infer/linear_matrix_testing.h"

namespace tally {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Matrix in_rows(const std::vector<double>& cells, std::int64_t columns) {
  const auto rows = static_cast<std::int64_t>(cells.size()) / columns;
  return {cells.data(), NumberType::kFloat64, rows, columns, columns * 8, 8};
}

std::vector<double> joints_of(const LinearModel& model, const std::vector<double>& cells) {
  std::vector<double> out(cells.size() / static_cast<std::size_t>(model.columns) *
                          static_cast<std::size_t>(model.classes));
  model.scorer().answer(in_rows(cells, model.columns), Answer::kJoint, out.data(), 1);
  return out;
}

void expect_formula(const LinearModel& model, const std::vector<double>& cells) {
  const std::vector<double> found = joints_of(model, cells);
  const auto width = static_cast<std::size_t>(model.classes);
  for (std::size_t row = 0; row < found.size() / width; ++row) {
    const std::vector<double> expected =
        model.joints(cells.data() + static_cast<std::int64_t>(row) * model.columns);
    for (std::size_t k = 0; k < width; ++k) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(found[row * width + k]),
                std::bit_cast<std::uint64_t>(expected[k]))
          << model.columns << " columns, " << width << " classes, row " << row << ": "
          << found[row * width + k] << " for " << expected[k];
    }
  }
}

TEST(LinearMatrix, IsTheFormulaForAnyShape) {
  std::mt19937_64 random(1);
  for (std::int64_t many = 1; many <= 130; ++many) {
    const std::int64_t rows = many, columns = 1 + many * 5 % 71, classes = 1 + many * 3 % 70;
    LinearModel model(classes, columns, many % 2 == 0, random);
    if (many % 3 == 0) model.threshold = 0.5;
    std::vector<double> cells(static_cast<std::size_t>(rows * columns));
    for (double& x : cells) {
      x = random() % 3 == 0 ? static_cast<double>(random() % 5) : random() % 50 == 0 ? kNan : 0.3;
    }
    expect_formula(model, cells);
    if (HasFatalFailure()) return;
  }
}

// What is impossible for a class, what is missing, what is too large: rows that are scored
// carefully beside rows that are not.
TEST(LinearMatrix, ACarefulRowLeavesItsNeighboursAlone) {
  std::mt19937_64 random(2);
  for (const bool with_absent : {false, true}) {
    for (const std::optional<double> threshold : {std::optional<double>(), std::optional(0.5)}) {
      LinearModel model(3, 4, with_absent, random);
      model.threshold = threshold;
      model.present[model.at(1, 2)] = -kInfinity;
      if (with_absent) model.absent[model.at(2, 0)] = -kInfinity;
      for (const std::int64_t rows : {1, 2, 7, 8, 9, 33, 64, 65}) {
        std::vector<double> cells(static_cast<std::size_t>(rows * 4));
        for (double& x : cells) x = static_cast<double>(random() % 2);
        for (std::size_t i = 0; i < cells.size(); ++i) {
          std::vector<double> others = cells;
          for (const double x : {kNan, 0.0, -0.0, 1.0, 2.0, 1e308, -1e308, 5e-324}) {
            others[i] = x;
            expect_formula(model, others);
            if (HasFatalFailure()) return;
          }
          for (const double x : {kInfinity, -kInfinity}) {
            others[i] = x;
            EXPECT_THROW(joints_of(model, others), Error);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally
