// SPDX-License-Identifier: Apache-2.0
#include "tally/count/fine_cell.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tally/base/ugly_numbers_testing.h"

namespace tally {
namespace {

constexpr double kMost = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Cells at every border that is special, and some between.
std::vector<std::int32_t> some_cells() {
  std::vector<std::int32_t> cells{0, 1, 2, 2046, 2047, 2048, 2049};
  for (const std::int32_t exponent : {1, 1022, 1023, 1024, 2045, 2046}) {
    for (const std::int32_t low : {0, 1, 1023, 2046, 2047}) cells.push_back(exponent * 2048 + low);
  }
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    cells.push_back(static_cast<std::int32_t>(random() % (kMostFineCell + 1)));
  }
  const std::size_t positive = cells.size();
  for (std::size_t i = 0; i < positive; ++i) cells.push_back(-cells[i]);
  return cells;
}

TEST(FineCell, KnownNumbers) {
  EXPECT_EQ(fine_cell(0.0), 0);
  EXPECT_EQ(fine_cell(-0.0), 0);
  EXPECT_EQ(fine_cell(kTiny), 0);
  EXPECT_EQ(fine_cell(-kTiny), 0);
  EXPECT_EQ(fine_cell(1.0), 1023 * 2048);
  EXPECT_EQ(fine_cell(1.5), 1023 * 2048 + 1024);
  EXPECT_EQ(fine_cell(-1.5), -(1023 * 2048 + 1024));
  EXPECT_EQ(fine_cell(2.0), 1024 * 2048);
  EXPECT_EQ(fine_cell(1 + std::ldexp(1.0, -11)), 1023 * 2048 + 1);
  EXPECT_EQ(fine_cell(std::nextafter(1 + std::ldexp(1.0, -11), 0)), 1023 * 2048);
  EXPECT_EQ(fine_cell(std::numeric_limits<double>::min()), 2048);
  EXPECT_EQ(fine_cell(std::nextafter(std::numeric_limits<double>::min(), 0)), 2047);
  EXPECT_EQ(fine_cell(kMost), kMostFineCell);
  EXPECT_EQ(fine_cell(-kMost), -kMostFineCell);
}

// What lies in a cell begins and ends with these doubles, and their neighbours lie in the next.
TEST(FineCell, BordersAreExact) {
  for (const std::int32_t cell : some_cells()) {
    const double least = least_of(cell), greatest = greatest_of(cell);
    EXPECT_LT(least, greatest);
    EXPECT_EQ(fine_cell(least), cell);
    EXPECT_EQ(fine_cell(greatest), cell);
    if (cell > -kMostFineCell) {
      EXPECT_EQ(std::nextafter(least, -kInfinity), greatest_of(cell - 1));
    } else {
      EXPECT_EQ(least, -kMost);
    }
    if (cell < kMostFineCell) {
      EXPECT_EQ(std::nextafter(greatest, kInfinity), least_of(cell + 1));
    } else {
      EXPECT_EQ(greatest, kMost);
    }
  }
}

TEST(FineCell, IsMonotone) {
  std::mt19937_64 random(2);
  for (const UglyNumbers::Kind& kind : UglyNumbers::kinds()) {
    for (std::size_t row = 0; row < 2000; ++row) {
      const double x = kind.draw(random, row), y = kind.draw(random, row);
      const double above = std::nextafter(x, kInfinity);
      EXPECT_EQ(fine_cell(-x), -fine_cell(x));
      EXPECT_LE(fine_cell(x), fine_cell(above));
      EXPECT_LE(fine_cell(above), fine_cell(x) + 1);
      EXPECT_LE(fine_cell(std::fmin(x, y)), fine_cell(std::fmax(x, y)));
      EXPECT_LE(least_of(fine_cell(x)), x);
      EXPECT_GE(greatest_of(fine_cell(x)), x);
    }
  }
}

}  // namespace
}  // namespace tally
