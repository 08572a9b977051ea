// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/row_slices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace tally {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(RowSlices, SmallWholeNumbersBecomeIntegers) {
  for (const std::size_t count : {1, 7, 8, 9, 40}) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(i * 7 % 11);
    values[count / 2] = kMostSmallWhole;
    std::vector<std::uint32_t> out(count + kRowPadding);
    std::uint32_t most = 0;
    const auto size = static_cast<std::int64_t>(count);
    EXPECT_TRUE(to_small_whole(values.data(), size, out.data(), most));
    EXPECT_EQ(most, std::uint32_t{kMostSmallWhole});
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(out[i], values[i]);
    for (const double bad : {-1.0, 0.5, kMostSmallWhole + 1.0, 1e300, kNan, kInfinity}) {
      for (std::size_t i = 0; i < count; ++i) {
        std::vector<double> others = values;
        others[i] = bad;
        EXPECT_FALSE(to_small_whole(others.data(), size, out.data(), most)) << bad;
      }
    }
  }
}

TEST(RowSlices, IndicatorsAreOneAboveTheThreshold) {
  const std::vector<double> values{-2, 0, 0.5, 0.6, 1e300, -0.5, 3, 0.5, 9};
  std::vector<std::uint32_t> out(values.size() + kRowPadding);
  EXPECT_TRUE(to_indicators(values.data(), 9, 0.5, out.data()));
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(out[i], values[i] > 0.5 ? 1u : 0u);
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    std::vector<double> others = values;
    others[8] = bad;
    EXPECT_FALSE(to_indicators(others.data(), 9, 0.5, out.data()));
  }
}

TEST(RowSlices, CutAsTheScalarTwinAndAddUpToTheNumbers) {
  std::mt19937_64 random(5);
  const SliceRange range(1.0);
  std::vector<double> pairs(2 * (21 + kRowPadding));
  for (int times = 0; times < 200; ++times) {
    std::vector<double> values(21);
    for (double& x : values) x = std::uniform_real_distribution<>(-1, 1)(random);
    bool all = true;
    for (const double x : values) {
      double high, low;
      all = range.cut(x, high, low) && all;
    }
    ASSERT_EQ(cut_row(values.data(), 21, range, true, pairs.data()), all);
    for (std::size_t i = 0; i < values.size() && all; ++i) {
      double high, low;
      range.cut(values[i], high, low);
      EXPECT_EQ(pairs[2 * i], high);
      EXPECT_EQ(pairs[2 * i + 1], low);
      EXPECT_EQ(high + low, values[i]);
      ExactSum units, exact;
      units.add_scaled(range.units(high, low), range.unit());
      exact.add(values[i]);
      EXPECT_TRUE(units == exact);
    }
    EXPECT_FALSE(cut_row(values.data(), 21, range, false, pairs.data()));
  }
  for (const double bad : {1e-40, 1e10, kNan, kInfinity, 0x1p-1074}) {
    std::vector<double> values(21, 0.5);
    values[20] = bad;
    EXPECT_FALSE(cut_row(values.data(), 21, range, true, pairs.data())) << bad;
  }
}

TEST(RowSlices, HaveRoom) {
  // Nearly the largest number of a range, of an odd number of units, kRoom times.
  const SliceRange range(1.0);
  const double x = range.limit - 1 / range.high_scale + std::ldexp(3, range.exponent - 53);
  double high, low, highs = 0, lows = 0;
  ASSERT_TRUE(range.cut(x, high, low));
  for (std::int64_t i = 0; i < SliceRange::kRoom; ++i) {
    highs += high;
    lows += low;
  }
  ExactSum sum, expected;
  sum.add_scaled(range.units(highs, lows), range.unit());
  expected.add_product(x, static_cast<double>(SliceRange::kRoom));
  EXPECT_TRUE(sum == expected);
}

// Numbers where a kernel has to decide, and their neighbours.
std::vector<double> around(const std::vector<double>& borders) {
  std::vector<double> out{0.0, -0.0, 5e-324, -5e-324, kNan, kInfinity, -kInfinity};
  for (const double border : borders) {
    for (const double x :
         {std::nextafter(border, -kInfinity), border, std::nextafter(border, kInfinity)}) {
      out.insert(out.end(), {x, -x});
    }
  }
  return out;
}

// Calls f(row) for rows of 1 to 70 numbers, with x in every lane and a neighbour beside it.
template <class F>
void in_every_lane(const std::vector<double>& numbers, double other, F&& f) {
  for (std::size_t count = 1; count <= 70; ++count) {
    for (std::size_t lane = 0; lane < count; ++lane) {
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        std::vector<double> row(count, other);
        if (i % 3 == 0) row[(lane + 1) % count] = numbers[(i * 5 + lane) % numbers.size()];
        row[lane] = numbers[i];
        f(row);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(RowSlices, SmallWholeNumbersEndWhereTheyShould) {
  const std::vector<double> numbers =
      around({0.5, 1, 2, 0x1p20, 0x1p20 + 1, 0x1p31, 0x1p32, 0x1p32 + 7, 0x1p53, 1e300});
  in_every_lane(numbers, 3, [](const std::vector<double>& row) {
    bool all = true;
    double largest = 0;
    for (const double x : row) {
      all = all && x >= 0 && x <= 0x1p20 && std::floor(x) == x;
      largest = std::max(largest, x);
    }
    std::vector<std::uint32_t> out(row.size() + kRowPadding);
    std::uint32_t most = 77;
    ASSERT_EQ(to_small_whole(row.data(), static_cast<std::int64_t>(row.size()), out.data(), most),
              all);
    ASSERT_EQ(most, all ? static_cast<std::uint32_t>(largest) : 77);
    for (std::size_t i = 0; i < row.size() && all; ++i) ASSERT_EQ(out[i], row[i]);
  });
}

TEST(RowSlices, IndicatorsEndAtTheThreshold) {
  for (const double threshold : {0.0, -0.0, 0.5, -3.0, 5e-324, 1.7976931348623157e308}) {
    in_every_lane(around({threshold, 1}), 0.25, [&](const std::vector<double>& row) {
      bool all = true;
      for (const double x : row) all = all && std::isfinite(x);
      std::vector<std::uint32_t> out(row.size() + kRowPadding);
      ASSERT_EQ(
          to_indicators(row.data(), static_cast<std::int64_t>(row.size()), threshold, out.data()),
          all);
      for (std::size_t i = 0; i < row.size() && all; ++i) {
        ASSERT_EQ(out[i], row[i] > threshold ? 1U : 0U) << row[i] << " above " << threshold;
      }
    });
  }
}

// What can be cut is a multiple of the last slice's unit below the limit; and nothing else.
TEST(RowSlices, CutsEndAtTheLimitAndAtTheLastUnit) {
  for (const double size : {1.0, 0.3, 0x1p-890, 0x1p890, 1e-300, 1e300}) {
    const SliceRange range(size);
    const double unit = std::ldexp(1.0, range.unit()), high_unit = 1 / range.high_scale;
    const std::vector<double> numbers =
        around({range.limit, range.limit / 2, 2 * range.limit, high_unit, high_unit / 2, unit,
                unit / 2, 1.5 * unit, high_unit + unit, size, size + unit});
    for (const double x : numbers) {  // one by one, from the definition
      const double units = std::ldexp(x, -range.unit());
      const bool fits = std::abs(x) < range.limit && std::floor(units) == units &&
                        std::ldexp(units, range.unit()) == x;
      double high, low;
      ASSERT_EQ(range.cut(x, high, low), fits) << x << " of " << size;
      if (!fits) continue;
      ASSERT_EQ(std::remainder(high, high_unit), 0);
      ASSERT_LE(std::abs(low), high_unit / 2);
      ExactSum sum, expected;
      sum.add_scaled(range.units(high, low), range.unit());
      expected.add(x);
      ASSERT_TRUE(sum == expected) << x;
    }
    for (const bool may_be_negative : {true, false}) {
      in_every_lane(numbers, std::min(size, range.limit / 4), [&](const std::vector<double>& row) {
        std::vector<double> expected(2 * row.size()), pairs(2 * (row.size() + kRowPadding));
        bool all = true;
        for (std::size_t i = 0; i < row.size(); ++i) {
          all = range.cut(row[i], expected[2 * i], expected[2 * i + 1]) && all;
          all = all && (may_be_negative || row[i] >= 0);
        }
        ASSERT_EQ(cut_row(row.data(), static_cast<std::int64_t>(row.size()), range, may_be_negative,
                          pairs.data()),
                  all);
        pairs.resize(expected.size());
        ASSERT_TRUE(!all || pairs == expected);
      });
    }
  }
}

}  // namespace
}  // namespace tally
