// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/moment_slices.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

#include "tally/base/ugly_numbers_testing.h"

namespace tally {
namespace {

struct Sums {
  Sums(std::int64_t classes, std::int64_t columns)
      : sum(classes, columns), square(classes, columns), missing(classes, columns) {}
  SumGrid sum, square, missing;
  friend bool operator==(const Sums&, const Sums&) = default;
};

// The plain twin: one exact sum after the other.
Sums plainly(const std::vector<double>& cells, std::int64_t columns,
             const std::vector<std::int32_t>& classes, std::int64_t class_count) {
  Sums sums(class_count, columns);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto column = static_cast<std::int64_t>(i) % columns;
    const std::int32_t k = classes[i / static_cast<std::size_t>(columns)];
    if (k < 0) continue;
    if (std::isnan(cells[i])) {
      sums.missing.adder(k, column).add(std::int64_t{1});
      continue;
    }
    sums.sum.adder(k, column).add(cells[i]);
    sums.square.adder(k, column).add_product(cells[i], cells[i]);
  }
  return sums;
}

void expect_equal_to_plain(std::int64_t rows, std::int64_t columns, std::int32_t class_count,
                           const std::function<double(std::mt19937_64&)>& draw) {
  std::mt19937_64 random(static_cast<std::uint64_t>(rows * 31 + columns));
  std::vector<double> cells(static_cast<std::size_t>(rows * columns));
  for (double& cell : cells) cell = draw(random);
  std::vector<std::int32_t> classes(static_cast<std::size_t>(rows));
  for (auto& k : classes) {
    k = static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(class_count + 1)) - 1;
  }
  const Matrix matrix{cells.data(), NumberType::kFloat64, rows, columns, columns * 8, 8};
  Sums sums(class_count, columns);
  count_moments(matrix, 0, rows / 3, classes, sums.sum, sums.square, sums.missing);
  count_moments(matrix, rows / 3, rows,
                std::span(classes).subspan(static_cast<std::size_t>(rows / 3)), sums.sum,
                sums.square, sums.missing);
  EXPECT_TRUE(sums == plainly(cells, columns, classes, class_count));

  std::vector<std::vector<double>> apart(static_cast<std::size_t>(columns));
  std::vector<const double*> starts;
  for (std::size_t i = 0; i < cells.size(); ++i) apart[i % apart.size()].push_back(cells[i]);
  for (const std::vector<double>& column : apart) starts.push_back(column.data());
  Sums of_columns(class_count, columns);
  count_moments(starts, rows, classes, of_columns.sum, of_columns.square, of_columns.missing);
  EXPECT_TRUE(of_columns == sums);
}

double normal(std::mt19937_64& random) { return std::normal_distribution<>(3, 2)(random); }

TEST(MomentSlices, AreExactForAnyShape) {
  for (const std::int64_t rows : {1, 63, 64, 65, 1000}) {
    for (const std::int64_t columns : {1, 7, 8, 9, 300}) {
      expect_equal_to_plain(rows, columns, 3, normal);
    }
  }
  expect_equal_to_plain(2000, 2, 100, normal);
  expect_equal_to_plain(30'000, 3, 1, normal);
}

TEST(MomentSlices, AreExactForAnyNumbers) {
  expect_equal_to_plain(2000, 5, 2, [](auto& random) {
    const auto exponent = static_cast<int>(random() % 600) - 300;
    return std::ldexp(normal(random), exponent);
  });
  expect_equal_to_plain(2000, 5, 2, [](auto& random) {
    return static_cast<double>(static_cast<std::int64_t>(random() % 2000) - 1000);
  });
  expect_equal_to_plain(500, 3, 2, [](auto& random) { return 5e-324 * normal(random) * 1e10; });
  expect_equal_to_plain(500, 3, 2, [](auto& random) { return 1e300 * normal(random); });
  expect_equal_to_plain(2000, 4, 2, [](auto& random) {
    return random() % 5 == 0 ? std::numeric_limits<double>::quiet_NaN() : normal(random);
  });
  // The range of the first rows says nothing about the others.
  int row = 0;
  expect_equal_to_plain(4000, 1, 2, [&](auto& random) {
    const int scale = row++ / 10;
    return normal(random) * scale;
  });
}

// Where the kernel's two ways of adding a run meet, for a column whose first tile holds 1: numbers
// below the limit 4 are cut; one beyond it is taken in passing as long as Σ a² is not more than
// 256 · 4², which 64 just reaches; bits below 2^-64 leave a rest.
std::vector<double> borders() {
  std::vector<double> out{0, -0.0, 0x1p-64, 0x1p-65, 0x1.8p-64, 1 + 0x1p-52, -1, 1e300, 5e-324};
  for (const double border : {4.0, 64.0, 0x1p31, 0x1.8p32}) {
    for (const double x : {std::nextafter(border, 0), border, std::nextafter(border, 1e300)}) {
      out.push_back(x);
      out.push_back(-x);
    }
  }
  out.push_back(std::numeric_limits<double>::quiet_NaN());
  return out;
}

// A table of zeros after a row of ones, with a few other cells behind its first tile.
void expect_border_to_hold(std::int64_t columns, std::int64_t lane, double x, double neighbour,
                           std::int64_t neighbour_lane) {
  constexpr std::int64_t kRows = 67;
  std::vector<double> cells(static_cast<std::size_t>(kRows * columns));
  std::fill_n(cells.begin(), columns, 1.0);
  const auto at = [&](std::int64_t row, std::int64_t column) -> double& {
    return cells[static_cast<std::size_t>(row * columns + column)];
  };
  at(65, neighbour_lane) = x;
  at(64, neighbour_lane) = neighbour;
  at(64, lane) = x;
  const std::vector<std::int32_t> classes(kRows, 0);
  const Matrix matrix{cells.data(), NumberType::kFloat64, kRows, columns, columns * 8, 8};
  Sums sums(1, columns);
  count_moments(matrix, 0, kRows, classes, sums.sum, sums.square, sums.missing);
  ASSERT_TRUE(sums == plainly(cells, columns, classes, 1))
      << columns << " columns, " << x << " in " << lane << ", " << neighbour << " in "
      << neighbour_lane;
}

TEST(MomentSlices, BothWaysOfAddingAgreeAtTheirBorder) {
  const std::vector<double> numbers = borders();
  for (std::int64_t columns = 1; columns <= 70; ++columns) {
    for (std::int64_t lane = 0; lane < columns; ++lane) {
      const auto turn = static_cast<std::size_t>(columns + lane);
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        // A neighbour in the same vector, or one in another.
        const std::int64_t step = (i + turn) % 2 == 0 ? 1 : 9;
        const double neighbour = numbers[(i * 5 + turn * 7) % numbers.size()];
        expect_border_to_hold(columns, lane, numbers[i], neighbour, (lane + step) % columns);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(MomentSlices, AFewCellsInManyZeros) {
  // Seen once: one cell beyond the limit is taken, another vector of its row leaves a cell out.
  std::vector<double> cells(std::size_t{65} * 9);
  cells[0] = 1, cells[64 * 9 + 2] = -30, cells[64 * 9 + 8] = 0x1p-70;
  const std::vector<std::int32_t> classes(65, 0);
  const Matrix matrix{cells.data(), NumberType::kFloat64, 65, 9, 72, 8};
  Sums sums(1, 9);
  count_moments(matrix, 0, 65, classes, sums.sum, sums.square, sums.missing);
  EXPECT_EQ(sums.sum.at(0, 2).to_double(), -30);
  EXPECT_EQ(sums.square.at(0, 2).to_double(), 900);
}

TEST(MomentSlices, AreExactForUglyColumnsInAnyMixture) {
  std::vector<std::int64_t> widths(70);
  std::iota(widths.begin(), widths.end(), 1);
  widths.push_back(300);  // more than are counted together
  for (const std::int64_t columns : widths) {
    std::size_t cell = 0;
    const auto width = static_cast<std::size_t>(columns);
    expect_equal_to_plain(
        65 + columns % 71 * 5, columns, 1 + static_cast<std::int32_t>(columns % 4),
        [&](auto& random) {
          const std::size_t row = cell / width, column = cell++ % width;
          // Each column has a kind of its own; neighbours and vectors mix.
          const auto& kinds = UglyNumbers::kinds();
          const double x = kinds[(column * 7 + width) % kinds.size()].draw(random, row);
          return random() % 50 == 0 ? std::numeric_limits<double>::quiet_NaN() : x;
        });
  }
}

TEST(MomentSlices, AreExactForHeavyTails) {
  for (std::size_t kind = 0; kind < UglyNumbers::kKinds; ++kind) {
    std::size_t cell = 0;
    expect_equal_to_plain(1000, 20, 2, [&](auto& random) {
      return UglyNumbers::kinds()[kind].draw(random, cell++ / 20);
    });
  }
}

TEST(MomentSlices, SumsOfManyRowsFitTheirIntegers) {
  // Every emptying at its largest: 16 times the limit once in a while, just below it else.
  constexpr std::size_t kRows = 1'500'000;
  std::vector<double> cells(kRows);
  for (std::size_t r = 0; r < kRows; ++r) {
    cells[r] = r < 64 ? 1 : r % 256 == 0 ? 64 : std::nextafter(4.0, 0);
  }
  const std::vector<std::int32_t> classes(kRows, 0);
  const double* const column = cells.data();
  Sums sums(1, 1);
  count_moments(std::span(&column, 1), kRows, classes, sums.sum, sums.square, sums.missing);
  EXPECT_TRUE(sums == plainly(cells, 1, classes, 1));
}

TEST(MomentSlices, NothingBehindTheLastCellIsRead) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const pages =
      ::mmap(nullptr, 9 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  ASSERT_EQ(::mprotect(static_cast<char*>(pages) + 8 * page, page, PROT_NONE), 0);
  double* const end = reinterpret_cast<double*>(static_cast<char*>(pages) + 8 * page);
  for (std::int64_t columns = 1; columns <= 33; ++columns) {
    for (const std::int64_t rows : {1, 2, 65}) {
      double* const cells = end - rows * columns;
      std::fill(cells, end, 1.0);
      const std::vector<std::int32_t> classes(static_cast<std::size_t>(rows), 0);
      const Matrix matrix{cells, NumberType::kFloat64, rows, columns, columns * 8, 8};
      Sums sums(1, columns);
      count_moments(matrix, 0, rows, classes, sums.sum, sums.square, sums.missing);
      EXPECT_EQ(sums.sum.at(0, columns - 1).to_double(), static_cast<double>(rows));
    }
  }
  ::munmap(pages, 9 * page);
}

TEST(MomentSlices, RefuseInfinity) {
  std::vector<double> cells(100, 1);
  cells[70] = -std::numeric_limits<double>::infinity();
  const std::vector<std::int32_t> classes(100, 0);
  Sums sums(1, 1);
  const Matrix matrix{cells.data(), NumberType::kFloat64, 100, 1, 8, 8};
  try {
    count_moments(matrix, 0, 100, classes, sums.sum, sums.square, sums.missing);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place().row, 70);
  }
}

TEST(MomentSlices, RefuseTheFirstInfinityOfARow) {
  std::vector<double> cells(std::size_t{100} * 20, 1);
  for (const std::size_t place : {90 * 20 + 1, 80 * 20 + 17, 80 * 20 + 12, 95 * 20 + 0}) {
    cells[place] = std::numeric_limits<double>::infinity();
  }
  std::vector<std::int32_t> classes(100);
  for (std::size_t r = 0; r < 100; ++r) classes[r] = static_cast<std::int32_t>(r % 3);
  Sums sums(3, 20);
  const Matrix matrix{cells.data(), NumberType::kFloat64, 100, 20, 160, 8};
  try {
    count_moments(matrix, 0, 100, classes, sums.sum, sums.square, sums.missing);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place().row, 80);
    EXPECT_EQ(error.place().column, "12");
  }
}

}  // namespace
}  // namespace tally
