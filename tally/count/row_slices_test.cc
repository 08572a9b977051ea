#include "tally/count/row_slices.h"

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
  // The largest numbers of a range, kRoom times.
  const SliceRange range(1.0);
  const double x = std::nextafter(range.limit, 0.0);
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

}  // namespace
}  // namespace tally
