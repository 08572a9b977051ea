#include "tally/count/moment_slices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

namespace tally {
namespace {

struct Sums {
  Sums(std::int64_t classes, std::int64_t columns)
      : sum(classes, columns), square(classes, columns), missing(classes, columns) {}
  ClassSums sum, square, missing;
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
      sums.missing.at(k, column).add(std::int64_t{1});
      continue;
    }
    sums.sum.at(k, column).add(cells[i]);
    sums.square.at(k, column).add_product(cells[i], cells[i]);
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
  expect_equal_to_plain(4000, 1, 2, [&](auto& random) { return normal(random) * (row++ / 10); });
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

}  // namespace
}  // namespace tally
