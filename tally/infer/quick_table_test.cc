// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/quick_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace tally {
namespace {

constexpr std::int64_t kRows = 50;

struct Case {
  Case(std::int64_t class_count, double spread) : classes(class_count) {
    std::mt19937_64 random(static_cast<std::uint64_t>(classes));
    std::normal_distribution<> normal;
    for (std::int64_t row = 0; row < kRows; ++row) {
      const double shared = -12 + normal(random);
      for (std::int64_t k = 0; k < classes; ++k)
        weights.push_back(shared + spread * normal(random));
    }
    for (std::int64_t k = 0; k < classes; ++k) constants.push_back(-2 + spread * normal(random));
  }
  // The sums in long doubles; the class of the greatest, and how far the second is behind.
  std::pair<std::int64_t, long double> best(const double* values,
                                            const std::vector<std::int64_t>& rows) const {
    long double greatest = -INFINITY, second = -INFINITY;
    std::int64_t chosen = 0;
    for (std::int64_t k = 0; k < classes; ++k) {
      long double sum = constants[static_cast<std::size_t>(k)];
      for (std::size_t i = 0; i < rows.size(); ++i) {
        sum += static_cast<long double>(values == nullptr ? 1 : values[i]) *
               weights[static_cast<std::size_t>(rows[i] * classes + k)];
      }
      if (sum > greatest) {
        second = greatest;
        greatest = sum;
        chosen = k;
      } else {
        second = std::max(second, sum);
      }
    }
    return {chosen, greatest - second};
  }
  std::int64_t classes;
  std::vector<double> weights, constants;
};

// `unsure`: no row may be unclear that is decided by more.
void expect_decisions(QuickTable::Digits digits, double unsure) {
  std::mt19937_64 random(9);
  for (const std::int64_t classes : {2, 3, 8, 10, 16, 17, 33, 64}) {
    for (const double spread : {1.0, 1e-6}) {
      const Case c(classes, spread);
      const QuickTable table(classes, c.weights, c.constants, digits);
      ASSERT_TRUE(table.usable());
      int clear = 0;
      for (int times = 0; times < 300; ++times) {
        std::vector<std::int64_t> rows(random() % 30);
        for (auto& row : rows) row = static_cast<std::int64_t>(random() % kRows);
        std::vector<std::int32_t> narrow(rows.begin(), rows.end());
        std::vector<double> values(rows.size());
        for (double& x : values) x = std::normal_distribution<>(1, 1)(random);
        const auto count = static_cast<std::int64_t>(rows.size());
        const double* const given = times % 2 == 0 ? values.data() : nullptr;
        const auto [chosen, margin] = c.best(given, rows);
        const std::int64_t quick = table.decide(given, rows.data(), count);
        EXPECT_EQ(quick, table.decide(given, narrow.data(), count));
        table.prefetch(rows.data(), count);
        if (quick == QuickTable::kUnclear) {
          EXPECT_LT(margin, unsure);
          continue;
        }
        EXPECT_EQ(quick, chosen);
        ++clear;
      }
      if (spread == 1.0) {
        EXPECT_GT(clear, 290);
      }
    }
  }
}

TEST(QuickTable, DecidesAsLongDoublesDo) { expect_decisions(QuickTable::Digits::kFloats, 0.01); }
TEST(QuickTable, Of16BitsDecidesAsLongDoublesDo) {
  expect_decisions(QuickTable::Digits::kShorts, 0.02);
}

TEST(QuickTable, DecidesRowsOfCodes) {
  std::mt19937_64 random(10);
  for (const std::int64_t classes : {2, 3, 10, 16, 20}) {
    const Case c(classes, 1);
    const QuickTable table(classes, c.weights, c.constants);
    const std::vector<std::int64_t> starts{0, 8, 16, 32, 48};
    std::vector<std::int64_t> places, chosen(100);
    for (std::size_t i = 0; i < 500; ++i) {
      places.push_back(starts[i % 5] + static_cast<std::int64_t>(random() % 2));
    }
    table.decide_places(places.data(), 5, 100, chosen.data());
    for (std::size_t r = 0; r < 100; ++r) {
      const std::vector<std::int64_t> rows(&places[r * 5], &places[r * 5] + 5);
      const auto [best, margin] = c.best(nullptr, rows);
      if (chosen[r] == QuickTable::kUnclear) {
        EXPECT_LT(margin, 0.001);
      } else {
        EXPECT_EQ(chosen[r], best);
      }
    }
  }
}

TEST(QuickTable, LeavesToOthersWhatItCannotTell) {
  const std::vector<double> weights{-1, -1, -2, -3}, constants{0, 0};
  const std::int64_t rows[] = {0};
  const QuickTable table(2, weights, constants);
  EXPECT_EQ(table.decide(nullptr, rows, 1), QuickTable::kUnclear);  // equal
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::int64_t second[] = {1};
  EXPECT_EQ(table.decide(nullptr, second, 1), 0);
  EXPECT_EQ(table.decide(&nan, second, 1), QuickTable::kUnclear);
  EXPECT_EQ(table.decide(&infinity, second, 1), QuickTable::kUnclear);
  const std::vector<double> impossible{-1, -infinity, -2, -3};
  EXPECT_FALSE(QuickTable(2, impossible, constants).usable());
  EXPECT_FALSE(QuickTable(1, weights, std::vector<double>{0}).usable());
  EXPECT_FALSE(QuickTable().usable());
}

}  // namespace
}  // namespace tally
