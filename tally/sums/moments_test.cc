// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/moments.h"

#include <gtest/gtest.h>

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace tally {
namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

constexpr double kTiniest = std::numeric_limits<double>::denorm_min();

struct Row {
  double w, x;
};

struct Sums {
  ExactSum n, s, q;

  void add(const Row& row) {
    n.add(row.w);
    s.add_product(row.w, row.x);
    q.add_product(row.w, row.x, row.x);
  }
  Moments moments(int lost_degrees) const { return tally::moments(n, s, q, lost_degrees); }
  bool possible() const { return moments_are_possible(n, s, q); }
};

Sums sums_of(const std::vector<Row>& rows) {
  Sums sums;
  for (const Row& row : rows) sums.add(row);
  return sums;
}

Sums sums_of_values(const std::vector<double>& values) {
  Sums sums;
  for (const double x : values) sums.add({1, x});
  return sums;
}

ExactSum sum_of(double value) {
  ExactSum sum;
  sum.add(value);
  return sum;
}

cpp_rational exact(double x) {
  if (std::isinf(x)) return (x < 0 ? -1 : 1) * cpp_rational(cpp_int(1) << 1024);
  int e;
  const cpp_rational mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &e), 53));
  const cpp_rational scale = cpp_int(1) << std::abs(e - 53);
  if (e < 53) return mantissa / scale;
  return mantissa * scale;
}

/// Whether x is the double nearest to the number of which `sign_above(y)` tells the sign of
/// number − y: it lies between the points half-way to x's neighbours, on one only if x is even.
template <class SignAbove>
bool is_nearest(double x, SignAbove sign_above) {
  const bool even = std::bit_cast<std::uint64_t>(x) % 2 == 0;
  for (const int side : {-1, 1}) {
    const double end = side * std::numeric_limits<double>::infinity();
    if (x == end) continue;
    const cpp_rational half_way = (exact(x) + exact(std::nextafter(x, end))) / 2;
    const int beyond = side * sign_above(half_way);
    if (beyond > 0 || (beyond == 0 && !even)) return false;
  }
  return true;
}

bool is_nearest(double x, const cpp_rational& number) {
  return is_nearest(x, [&](const cpp_rational& y) { return number.compare(y); });
}

bool is_nearest_root(double x, const cpp_rational& square) {
  return is_nearest(
      x, [&](const cpp_rational& y) { return y < 0 ? 1 : square.compare(cpp_rational(y * y)); });
}

/// The moments by their definition, Σ w (x − mean)² / (n − c), in rational numbers.
void expect_exact_moments(const std::vector<Row>& rows, int lost_degrees) {
  cpp_rational n = 0, s = 0, squares = 0;
  for (const Row& row : rows) {
    n += exact(row.w);
    s += exact(row.w) * exact(row.x);
  }
  const cpp_rational mean = s / n;
  for (const Row& row : rows) {
    const cpp_rational off = exact(row.x) - mean;
    squares += exact(row.w) * off * off;
  }
  const Sums sums = sums_of(rows);
  EXPECT_TRUE(sums.possible());
  const Moments m = sums.moments(lost_degrees);
  EXPECT_TRUE(is_nearest(m.mean, mean)) << m.mean;
  EXPECT_EQ(m.constant, n <= lost_degrees || squares == 0);
  const cpp_rational variance = m.constant ? cpp_rational(0) : squares / (n - lost_degrees);
  EXPECT_TRUE(is_nearest(m.variance, variance)) << m.variance;
  EXPECT_TRUE(is_nearest_root(m.deviation, variance)) << m.deviation;
}

TEST(Moments, ClosedForms) {
  const Sums sums = sums_of_values({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(sums.moments(0).mean, 5);
  EXPECT_EQ(sums.moments(0).variance, 4);
  EXPECT_EQ(sums.moments(0).deviation, 2);
  EXPECT_FALSE(sums.moments(0).constant);
  EXPECT_EQ(sums.moments(1).variance, 32.0 / 7);

  Sums first;  // 1 … n: mean (n + 1) / 2, variance (n² − 1) / 12
  for (int i = 1; i <= 1001; ++i) first.add({1, static_cast<double>(i)});
  EXPECT_EQ(first.moments(0).mean, 501);
  EXPECT_EQ(first.moments(0).variance, (1001.0 * 1001 - 1) / 12);
}

TEST(Moments, ALargeMeanCostsNoDigit) {
  const Moments m = sums_of_values({1e9 - 1, 1e9 + 1}).moments(0);
  EXPECT_EQ(m.mean, 1e9);
  EXPECT_EQ(m.variance, 1);
  EXPECT_EQ(m.deviation, 1);
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(1e9, 1);
  std::vector<Row> rows;
  for (int i = 0; i < 200; ++i) rows.push_back({1, normal(random)});
  expect_exact_moments(rows, 0);
  expect_exact_moments(rows, 1);
}

TEST(Moments, ValuesOfAllMagnitudesInOneColumn) {
  std::vector<Row> rows;
  for (int e = -300; e <= 300; e += 20) rows.push_back({1, std::pow(10, e)});
  expect_exact_moments(rows, 0);
  rows.push_back({0.3, -1e300});
  rows.push_back({1e-300, 1e300});
  rows.push_back({kTiniest, kTiniest});
  expect_exact_moments(rows, 1);

  const Moments m = sums_of_values({1e300, -1e300}).moments(0);
  EXPECT_EQ(m.variance, std::numeric_limits<double>::infinity());
  EXPECT_EQ(m.deviation, 1e300);
}

TEST(Moments, RandomRowsAreRoundedOnce) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 200; ++round) {
    const int range = round % 4 == 0 ? 1060 : 4;
    std::vector<Row> rows;
    for (int i = 0; i < 5; ++i) {
      const int exponent =
          static_cast<int>(random() % (std::uint64_t{2} * static_cast<unsigned>(range))) - range;
      rows.push_back({round % 2 == 0 ? 1 : std::abs(normal(random)),
                      std::ldexp(normal(random) / 8, exponent)});
    }
    expect_exact_moments(rows, round % 3 == 0);
  }
}

TEST(Moments, AConstantColumnIsExactlyConstant) {
  for (const double x : {0.1, 0.0, -1e300, kTiniest, 1.0 / 3}) {
    const Moments m = sums_of({{0.1, x}, {0.2, x}, {7, x}}).moments(1);
    EXPECT_EQ(m.mean, x);
    EXPECT_EQ(m.variance, 0);
    EXPECT_EQ(m.deviation, 0);
    EXPECT_TRUE(m.constant);
  }
}

TEST(Moments, WithoutDegreesOfFreedomTheVarianceIsZero) {
  for (const double w : {1.0, 0.5}) {
    const Moments m = sums_of({{w / 2, 3}, {w / 2, 5}}).moments(1);
    EXPECT_EQ(m.mean, 4);
    EXPECT_EQ(m.variance, 0);
    EXPECT_EQ(m.deviation, 0);
    EXPECT_TRUE(m.constant);
  }
  // n − 1 = 2^-52: Σ w (x − 4)² = n, so the variance is 2^52 + 1.
  const double more = std::nextafter(1, 2);
  const Moments m = sums_of({{more / 2, 3}, {more / 2, 5}}).moments(1);
  EXPECT_EQ(m.variance, 0x1p52 + 1);
  EXPECT_FALSE(m.constant);
}

TEST(Moments, TheDeviationOutlivesTheVariance) {
  const Moments tiny = sums_of_values({1e-200, 3e-200}).moments(0);
  EXPECT_EQ(tiny.variance, 0);
  EXPECT_DOUBLE_EQ(tiny.deviation, 1e-200);
  EXPECT_FALSE(tiny.constant);
  const Moments least = sums_of_values({0, 2 * kTiniest}).moments(0);
  EXPECT_EQ(least.mean, kTiniest);
  EXPECT_EQ(least.deviation, kTiniest);
  expect_exact_moments({{1, 3e-162}, {1, 1e-161}, {0.7, -3e-162}}, 1);  // subnormal variance
}

TEST(Moments, TheDeviationIsRoundedOnce) {
  ExactSum square;  // of 1 + 2^-53, half-way between two doubles; and then a hair above
  square.add_product(1 + 0x1p-52, 1);
  square.add(0x1p-106);
  EXPECT_EQ(moments(ExactSum(1), ExactSum(), square, 0).deviation, 1);
  square.add_product(kTiniest, kTiniest);
  EXPECT_EQ(moments(ExactSum(1), ExactSum(), square, 0).deviation, 1 + 0x1p-52);
}

// Rows enough for the short way, and answers so near the middle of two doubles that it cannot tell.
TEST(Moments, WhatLiesNextToTheMiddleOfTwoDoublesIsWorkedOutExactly) {
  for (const int side : {-1, 1}) {
    for (const int exponent : {-56, -70, -90, -400}) {
      SCOPED_TRACE(testing::Message() << side << " " << exponent);
      // n = 4, s = 4 · (2^53 + 1 ± 2^exponent): the mean lies next to a middle.
      ExactSum s, q;
      s.add(0x1p55);
      s.add(4.0);
      s.add(std::ldexp(4.0 * side, exponent));
      q.add(0x1p120);
      EXPECT_EQ(moments(ExactSum(4), s, q, 0).mean, side < 0 ? 0x1p53 : 0x1p53 + 2);
      // n = 4, s = 4: the variance is q / 4 − 1, made 1 + 2^-53 ± 2^(exponent − 53).
      ExactSum square(8);
      square.add(0x1p-51);
      square.add(std::ldexp(4.0 * side, exponent - 53));
      EXPECT_EQ(moments(ExactSum(4), ExactSum(4), square, 0).variance, side < 0 ? 1 : 1 + 0x1p-52);
      // And the deviation: the variance is (1 + 2^-53)² ± 2^(exponent − 53).
      square = ExactSum(8);
      square.add(0x1p-50);
      square.add(0x1p-104);
      square.add(std::ldexp(4.0 * side, exponent - 53));
      EXPECT_EQ(moments(ExactSum(4), ExactSum(4), square, 0).deviation, side < 0 ? 1 : 1 + 0x1p-52);
    }
  }
}

// The same where n q and s² have many bits in common: what is left of them knows fewer.
TEST(Moments, WhatAnOffsetLeavesOfTheBitsIsNotTrusted) {
  std::mt19937_64 random(6);
  for (int offset = 4; offset <= 24; ++offset) {
    for (int round = 0; round < 60; ++round) {
      // n = 4, s = 4 · 2^offset: the variance is q / 4 − 4^offset, made 1 + 2^-53 + off.
      const int bits = 2 * offset - 106 + static_cast<int>(random() % 6);
      const double off = std::ldexp(static_cast<double>(random() % 4097) - 2048, bits - 11);
      if (off == 0) continue;
      ExactSum s, q;
      s.add(std::ldexp(4.0, offset));
      q.add(std::ldexp(4.0, 2 * offset));
      q.add(4.0);
      q.add(0x1p-51);
      q.add(4 * off);
      EXPECT_EQ(moments(ExactSum(4), s, q, 0).variance, off < 0 ? 1 : 1 + 0x1p-52)
          << offset << " " << off;
    }
  }
}

// Offsets from none to so large that n q and s² have all but their last bits in common.
TEST(Moments, EveryOffsetIsRoundedOnce) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  for (int exponent = -10; exponent <= 60; ++exponent) {
    for (int round = 0; round < 5; ++round) {
      std::vector<Row> rows;
      for (int i = 0; i < 8; ++i) {
        rows.push_back({round % 2 == 0 ? 1 : std::abs(normal(random)),
                        std::ldexp(round % 3 == 0 ? -1 : 1, exponent) + normal(random)});
      }
      expect_exact_moments(rows, round % 2);
    }
  }
}

// A weight of hardly more than 1: n − 1 has lost its leading bits.
TEST(Moments, FewDegreesAreNotRounded) {
  for (const double w : {0.5, 0.5 + 0x1p-30, 0.7, 1.0, 1 + 0x1p-50, 1.5}) {
    expect_exact_moments({{w, 0.1}, {w, 0.7}, {0x1p-40, 1.9}}, 1);
  }
}

TEST(Moments, AWeightIsARowRepeated) {
  const Moments weighted = sums_of({{2, 0.1}, {3, 0.7}}).moments(1);
  const Moments repeated = sums_of_values({0.1, 0.7, 0.7, 0.1, 0.7}).moments(1);
  EXPECT_EQ(weighted.mean, repeated.mean);
  EXPECT_EQ(weighted.variance, repeated.variance);
  EXPECT_EQ(weighted.deviation, repeated.deviation);
}

TEST(Ratio, IsTheNearestDouble) {
  EXPECT_EQ(ratio(ExactSum(4), ExactSum(9)), 4.0 / 9);
  EXPECT_EQ(ratio(ExactSum(-4), ExactSum(9)), -4.0 / 9);
  EXPECT_EQ(ratio(ExactSum(), sum_of(-0.5)), 0);
  EXPECT_FALSE(std::signbit(ratio(ExactSum(), ExactSum(-9))));
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const double a = std::bit_cast<double>(random()), b = std::bit_cast<double>(random());
    if (!std::isfinite(a) || !std::isfinite(b)) continue;
    EXPECT_EQ(ratio(sum_of(a), sum_of(b)), a / b);  // which the processor rounds once, too
  }
}

TEST(Ratio, DecidesWhatADoubleCannotSee) {
  const std::int64_t big = (std::int64_t{1} << 53) + 1;
  for (const std::int64_t a : {big, big + 1, 3 * big, -big}) {
    for (const std::int64_t b : {std::int64_t{1}, std::int64_t{3}, big - 2, -big}) {
      EXPECT_TRUE(is_nearest(ratio(ExactSum(a), ExactSum(b)), cpp_rational(a) / b))
          << a << '/' << b;
    }
  }
  ExactSum above_half(big);  // half-way between two doubles, and then a hair above
  EXPECT_EQ(ratio(above_half, ExactSum(1)), 0x1p53);
  above_half.add_product(kTiniest, kTiniest, kTiniest);
  EXPECT_EQ(ratio(above_half, ExactSum(1)), 0x1p53 + 2);
  ExactSum huge, least;
  huge.add_product(1e308, 1e308, -1e308);
  least.add_product(kTiniest, kTiniest, kTiniest);
  EXPECT_EQ(ratio(huge, least), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(ratio(least, huge), 0);
  EXPECT_EQ(ratio(huge, huge), 1);
}

TEST(MomentsArePossible, RefusesWhatIsOneUlpBeyond) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 100; ++i) {
    const double x = std::ldexp(uniform(random), static_cast<int>(random() % 1000) - 500);
    Sums sums = sums_of_values({x, x, x});  // equality in Cauchy–Schwarz
    EXPECT_TRUE(sums.possible());
    sums.q.add_product(kTiniest, kTiniest, -kTiniest);
    EXPECT_FALSE(sums.possible());
    sums.q.add_product(kTiniest, kTiniest, kTiniest);
    sums.n.add(-0x1p-52);
    EXPECT_FALSE(sums.possible());
    sums.n.add(0x1p-51);
    EXPECT_TRUE(sums.possible());
  }
  const double s = 3, more = std::nextafter(s, 4);
  EXPECT_TRUE(moments_are_possible(ExactSum(1), sum_of(s), ExactSum(9)));
  EXPECT_FALSE(moments_are_possible(ExactSum(1), sum_of(more), ExactSum(9)));
  EXPECT_FALSE(moments_are_possible(ExactSum(1), sum_of(-more), ExactSum(9)));
}

TEST(MomentsArePossible, NothingHasNoSums) {
  const ExactSum zero, one(1), minus_one(-1);
  EXPECT_TRUE(moments_are_possible(zero, zero, zero));
  EXPECT_TRUE(moments_are_possible(one, zero, zero));
  EXPECT_FALSE(moments_are_possible(zero, one, zero));
  EXPECT_FALSE(moments_are_possible(zero, zero, one));
  EXPECT_FALSE(moments_are_possible(zero, one, one));
  EXPECT_FALSE(moments_are_possible(minus_one, zero, minus_one));
  EXPECT_FALSE(moments_are_possible(minus_one, zero, zero));
  EXPECT_FALSE(moments_are_possible(one, zero, minus_one));
}

// Doubles settle what is far from equal, and nothing that is near: n·q against s², one unit off on
// either side, at every size.
TEST(MomentsArePossible, IsExactWhereDoublesAreNot) {
  for (int exponent = -1600; exponent <= 1536; exponent += 32) {
    for (const std::int64_t n : {std::int64_t{1}, std::int64_t{3}, std::int64_t{1} << 52}) {
      for (const std::int64_t x :
           {std::int64_t{1}, std::int64_t{94906267}, std::int64_t{1} << 30}) {
        SCOPED_TRACE(testing::Message() << exponent << " " << n << " " << x);
        // n times x · 2^exponent: a constant, so n·q = s².
        ExactSum s, q;
        s.add_scaled(int128{n} * x, exponent);
        q.add_scaled(int128{n} * x * x, 2 * exponent);
        ExactSum more = q, less = q;
        more.add_scaled(1, 2 * exponent - 32);
        less.add_scaled(-1, 2 * exponent - 32);
        EXPECT_TRUE(moments_are_possible(ExactSum(n), s, q));
        EXPECT_TRUE(moments_are_possible(ExactSum(n), s, more));
        EXPECT_FALSE(moments_are_possible(ExactSum(n), s, less));
        ExactSum negative;
        negative -= s;
        EXPECT_FALSE(moments_are_possible(ExactSum(n), negative, less));
      }
    }
  }
}

// Weights below the least normal double: rounded, they would be off by half.
TEST(MomentsArePossible, TinyWeightsAreNotRounded) {
  ExactSum n, s, q;
  n.add_scaled(3, -1075);  // the nearest double is 4 · 2^-1075
  s.add_scaled(21, -391);
  q.add_scaled(1, 300);  // n·q = 1.5 · 2^-774, s² = 1.72 · 2^-774
  EXPECT_FALSE(moments_are_possible(n, s, q));
  EXPECT_FALSE(moments_are_possible(q, s, n));
  q.add_scaled(1, 299);
  EXPECT_TRUE(moments_are_possible(n, s, q));
  EXPECT_TRUE(moments_are_possible(q, s, n));
}

// n·q is 1.5 units of the least double and s² a little more; as doubles they are 2 and 1 of them.
TEST(MomentsArePossible, TinySquaresAreNotRounded) {
  ExactSum n, s, q;
  n.add_scaled(1, -537);
  q.add_scaled(3, -538);
  // The root of 1.5, rounded up to 90 bits; the nearest double is below it.
  const int128 root = int128{758080357102535} * 1000000000000 + 879896085033;
  s.add_scaled(root, -89 - 537);
  EXPECT_FALSE(moments_are_possible(n, s, q));
  ExactSum less;
  less.add_scaled(root - 1, -89 - 537);
  EXPECT_TRUE(moments_are_possible(n, less, q));
}

TEST(IsBeyondBounds, NoProductOfThreeDoublesIs) {
  const double most = std::numeric_limits<double>::max();
  ExactSum sum;
  for (int i = 0; i < 1000; ++i) sum.add_product(most, most, most);
  EXPECT_FALSE(is_beyond_bounds(sum));
  ExactSum negative;
  negative -= sum;
  EXPECT_FALSE(is_beyond_bounds(negative));
  for (const std::int64_t amount : {std::int64_t{1} << 62, -(std::int64_t{1} << 62)}) {
    ExactSum wild;
    wild.add_limb({ExactSum::kMostExponent, amount});
    EXPECT_TRUE(is_beyond_bounds(wild));
  }
  EXPECT_FALSE(is_beyond_bounds(ExactSum()));
}

}  // namespace
}  // namespace tally
