// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "tally/sums.h"
#include "tally/sums/double_double.h"

namespace tally {
namespace {

using boost::multiprecision::cpp_int;
using Limb = ExactSum::Limb;
using Limbs = std::vector<Limb>;

constexpr double kTiniest = std::numeric_limits<double>::denorm_min();
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr std::int64_t kLeastInteger = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMostInteger = std::numeric_limits<std::int64_t>::max();

// The oracle: integers in units of 2^-kUnit, which is below every bit of three frexp mantissas.
constexpr int kUnit = 3456;

cpp_int power(int exponent) { return cpp_int(1) << (exponent + kUnit); }

/// The product of up to three doubles.
cpp_int exact(double a, double b = 1, double c = 1) {
  cpp_int result = 1;
  int exponent = 0;
  for (const double x : {a, b, c}) {
    int e;
    result *= static_cast<std::int64_t>(std::ldexp(std::frexp(x, &e), 53));
    exponent += e - 53;
  }
  return result << (exponent + kUnit);
}

cpp_int exact(const Limbs& limbs) {
  cpp_int result = 0;
  for (const Limb& limb : limbs) result += limb.amount * power(limb.exponent);
  return result;
}

cpp_int exact(const ExactSum& sum) { return exact(sum.limbs()); }

bool is_canonical(const Limbs& limbs) {
  if (limbs.empty()) return true;
  const cpp_int value = exact(limbs);
  if (value % power(0) == 0 && value >= kLeastInteger * power(0) &&
      value <= kMostInteger * power(0)) {
    return limbs.size() == 1 && limbs[0].exponent == 0 && limbs[0].amount != 0;
  }
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    if (limbs[i].exponent % 32 != 0 || limbs[i].amount == 0) return false;
    if ((limbs[i].amount < 0) != (value < 0) || std::abs(limbs[i].amount) >> 32 != 0) return false;
    if (i > 0 && limbs[i - 1].exponent >= limbs[i].exponent) return false;
  }
  return true;
}

/// No double is nearer to `value` than `x`, and of two equally near ones it is the even.
bool is_nearest(double x, const cpp_int& value) {
  const auto position = [](double y) {
    return std::isinf(y) ? (y < 0 ? -1 : 1) * power(1024) : exact(y);
  };
  const bool even = std::bit_cast<std::uint64_t>(x) % 2 == 0;
  const cpp_int distance = abs(value - position(x));
  for (const double end : {-INFINITY, INFINITY}) {
    if (x == end) continue;
    const cpp_int other = abs(value - position(std::nextafter(x, end)));
    if (other < distance || (other == distance && !even)) return false;
  }
  return true;
}

void expect_value(const ExactSum& sum, const cpp_int& value) {
  EXPECT_EQ(exact(sum), value);
  EXPECT_TRUE(is_canonical(sum.limbs()));
  EXPECT_EQ(sum.sign(), value.sign());
  EXPECT_EQ(sum.is_zero(), value == 0);
  if (abs(value) < power(1024)) {
    EXPECT_TRUE(is_nearest(sum.to_double(), value)) << sum.to_double();
  } else {
    EXPECT_EQ(sum.to_double(), value < 0 ? -INFINITY : INFINITY);
  }
}

/// Doubles of every kind: any bits, subnormals, integers, tenths, few bits, the ends.
class Doubles {
 public:
  explicit Doubles(std::uint64_t seed) : random_(seed) {}
  std::uint64_t below(std::uint64_t end) { return random_() % end; }
  double operator()() {
    const double sign = below(2) == 0 ? 1 : -1;
    switch (below(8)) {
      case 0:
        return sign * static_cast<double>(below(1 << 20)) * kTiniest;
      case 1:
        return sign * static_cast<double>(below(1000));
      case 2:
        return sign * static_cast<double>(below(1000)) / 10;
      case 3:
        return sign * std::ldexp(1, static_cast<int>(below(2098)) - 1074);
      case 4:
        return sign * static_cast<double>(random_() >> 1);
      case 5:
        return sign * (below(2) == 0 ? kLargest : kTiniest);
      default: {
        const double any = std::bit_cast<double>(random_());
        return std::isfinite(any) ? any : 0;
      }
    }
  }

 private:
  std::mt19937_64 random_;
};

struct Term {
  double a, b, c;
  int factors;

  explicit Term(Doubles& doubles)
      : a(doubles()), b(doubles()), c(doubles()), factors(static_cast<int>(doubles.below(3)) + 1) {
    if (doubles.below(4) == 0) a = 1;
  }
  void add_to(ExactSum& sum) const {
    if (factors == 1) sum.add(a);
    if (factors == 2) sum.add_product(a, b);
    if (factors == 3) sum.add_product(a, b, c);
  }
  cpp_int value() const { return exact(a, factors > 1 ? b : 1, factors > 2 ? c : 1); }
};

std::vector<Term> random_terms(Doubles& doubles, std::size_t count) {
  std::vector<Term> terms;
  for (std::size_t i = 0; i < count; ++i) terms.emplace_back(doubles);
  return terms;
}

ExactSum sum_of(const std::vector<Term>& terms) {
  ExactSum sum;
  for (const Term& term : terms) term.add_to(sum);
  return sum;
}

TEST(ExactSum, EverySingleTermIsExact) {
  Doubles doubles(1);
  for (int i = 0; i < 5000; ++i) {
    const Term term(doubles);
    ExactSum sum;
    term.add_to(sum);
    expect_value(sum, term.value());
  }
}

TEST(ExactSum, SumsOfAllMagnitudesAreExact) {
  Doubles doubles(2);
  ExactSum sum;
  cpp_int value = 0;
  for (int i = 0; i < 3000; ++i) {
    const Term term(doubles);
    term.add_to(sum);
    value += term.value();
    expect_value(sum, value);
  }
}

TEST(ExactSum, RoundsHalfwayCasesToEven) {
  Doubles doubles(3);
  for (int i = 0; i < 3000; ++i) {
    const double x = doubles();
    const double next = std::nextafter(x, INFINITY);
    ExactSum sum;  // a half-way point, and then just beside it
    sum.add_product(x, 0.5);
    if (std::isinf(next)) {
      sum.add(0x1p1023);
    } else {
      sum.add_product(next, 0.5);
    }
    const cpp_int half = (exact(x) + (std::isinf(next) ? power(1024) : exact(next))) / 2;
    expect_value(sum, half);
    sum.add_product(kTiniest, kTiniest, i % 2 == 0 ? kTiniest : -kTiniest);
    expect_value(sum, half + (i % 2 == 0 ? 1 : -1) * power(-3222));
  }
}

TEST(ExactSum, RoundsAtTheEndsOfDoubles) {
  ExactSum sum;
  sum.add_product(kTiniest, 0.5);
  EXPECT_EQ(sum.to_double(), 0);
  sum.add_product(kTiniest, kTiniest);
  EXPECT_EQ(sum.to_double(), kTiniest);
  sum = ExactSum();
  sum.add(kLargest);
  sum.add(0x1p969);
  EXPECT_EQ(sum.to_double(), kLargest);
  sum.add(0x1p969);
  EXPECT_EQ(sum.to_double(), INFINITY);
}

TEST(ExactSum, TheEndsOfTheRangeHaveAPlace) {
  ExactSum least;
  least.add_product(kTiniest, kTiniest, kTiniest);
  EXPECT_EQ(least.limbs(), (Limbs{{ExactSum::kLeastExponent, 1 << 10}}));  // 2^(-3232 + 10)
  ExactSum most;
  most.add_product(-kLargest, kLargest, kLargest);
  EXPECT_EQ(most.limbs().back().exponent, 3040);
  for (int i = 0; i < 96; ++i) most += ExactSum(most);
  EXPECT_EQ(exact(most), exact(-kLargest, kLargest, kLargest) << 96);
  EXPECT_EQ(most.limbs().back().exponent, ExactSum::kMostExponent);
}

TEST(ExactSum, OrderAndGroupingDoNotMatter) {
  Doubles doubles(4);
  std::mt19937_64 random(4);
  for (int round = 0; round < 50; ++round) {
    std::vector<Term> terms = random_terms(doubles, 40);
    const ExactSum whole = sum_of(terms);
    std::shuffle(terms.begin(), terms.end(), random);
    EXPECT_EQ(sum_of(terms), whole);
    std::vector<ExactSum> parts(terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i].add_to(parts[i]);
    while (parts.size() > 1) {  // a random tree
      std::shuffle(parts.begin(), parts.end(), random);
      const ExactSum part = parts.back();
      parts.pop_back();
      parts.back() += part;
    }
    EXPECT_EQ(parts[0].limbs(), whole.limbs());
  }
}

TEST(ExactSum, SubtractUndoesAdd) {
  Doubles doubles(5);
  for (int round = 0; round < 100; ++round) {
    const ExactSum a = sum_of(random_terms(doubles, doubles.below(20)));
    const ExactSum b = sum_of(random_terms(doubles, doubles.below(20)));
    ExactSum c = a;
    c += b;
    expect_value(c, exact(a) + exact(b));
    c -= b;
    EXPECT_EQ(c.limbs(), a.limbs());
    c -= a;
    EXPECT_TRUE(c.is_zero());
    EXPECT_EQ(c, ExactSum());
    c -= b;
    expect_value(c, -exact(b));
  }
}

TEST(ExactSum, EqualityForgetsHistory) {
  ExactSum sum(7);
  sum.add(0.1);
  sum.add(1e300);
  sum.add(-1e300);
  EXPECT_FALSE(sum == ExactSum(7));
  sum.add(-0.1);
  EXPECT_EQ(sum, ExactSum(7));
  EXPECT_EQ(sum.limbs(), (Limbs{{0, 7}}));
  sum.add(-7.0);
  EXPECT_EQ(sum.limbs(), Limbs());
  EXPECT_EQ(sum.to_double(), 0);
  sum.add(0.5);
  sum.add(0.5);
  EXPECT_EQ(sum.limbs(), (Limbs{{0, 1}}));
}

TEST(ExactSum, IntegersCrossTheWordAndComeBack) {
  ExactSum sum(kMostInteger);
  sum.add(std::int64_t{1});
  EXPECT_EQ(sum.limbs(), (Limbs{{32, std::int64_t{1} << 31}}));
  expect_value(sum, power(63));
  sum.add(std::int64_t{-1});
  EXPECT_EQ(sum.limbs(), (Limbs{{0, kMostInteger}}));

  sum = ExactSum(kLeastInteger);
  sum.add(std::int64_t{-1});
  EXPECT_EQ(sum.limbs(), (Limbs{{0, -1}, {32, -(std::int64_t{1} << 31)}}));
  sum.add(1.0);
  EXPECT_EQ(sum.limbs(), (Limbs{{0, kLeastInteger}}));

  for (const std::int64_t a : {kLeastInteger, kMostInteger, std::int64_t{-1}, std::int64_t{5}}) {
    for (const std::int64_t b : {kLeastInteger, kMostInteger, std::int64_t{0}}) {
      ExactSum difference(a);
      difference -= ExactSum(b);
      expect_value(difference, (cpp_int(a) - b) * power(0));
      difference += ExactSum(b);
      EXPECT_EQ(difference, ExactSum(a));
    }
  }
}

TEST(ExactSum, IntegerProductsCrossTheWord) {
  for (const double a : {3037000499.0, 3037000500.0, -4294967296.0, 0x1p62, 9007199254740993.0}) {
    for (const double b : {2.0, -2.0, 3037000500.0, 0x1p63, 0.0}) {
      ExactSum sum;
      sum.add_product(a, b);
      sum.add_product(b, a, b);
      sum.add_product(1, a, b);
      expect_value(sum, 2 * exact(a, b) + exact(a, b, b));
    }
  }
}

TEST(ExactSum, LimbsRoundTripAndAddUp) {
  Doubles doubles(6);
  for (int round = 0; round < 200; ++round) {
    const ExactSum a = sum_of(random_terms(doubles, doubles.below(20)));
    const ExactSum b = sum_of(random_terms(doubles, doubles.below(20)));
    std::map<std::int32_t, std::int64_t> rows;
    ExactSum copy, merged;
    for (const Limb& limb : a.limbs()) copy.add_limb(limb);
    EXPECT_EQ(copy.limbs(), a.limbs());
    for (const ExactSum* part : {&a, &b}) {
      for (const Limb& limb : part->limbs()) {
        if (limb.exponent != 0) rows[limb.exponent] += limb.amount;
        if (limb.exponent == 0) merged.add_limb(limb);  // may be as large as a word
      }
    }
    for (const auto& [exponent, amount] : rows) merged.add_limb({exponent, amount});
    expect_value(merged, exact(a) + exact(b));
    ExactSum sum = a;
    sum += b;
    EXPECT_EQ(merged.limbs(), sum.limbs());
  }
}

TEST(ExactSum, WildLimbsStayExact) {
  std::mt19937_64 random(7);
  ExactSum sum;
  cpp_int value = 0;
  for (int i = 0; i < 3000; ++i) {
    Limb limb{static_cast<std::int32_t>(random() % 200) * 32 + ExactSum::kLeastExponent,
              static_cast<std::int64_t>(random())};
    if (random() % 4 == 0) limb.exponent = ExactSum::kMostExponent;
    if (random() % 4 == 0) limb.amount = random() % 2 == 0 ? kLeastInteger : kMostInteger;
    sum.add_limb(limb);
    value += limb.amount * power(limb.exponent);
    if (i % 10 == 0) expect_value(sum, value);
  }
  for (int i = 0; i < 100; ++i) sum += sum;
  expect_value(sum, value << 100);
}

TEST(ExactSum, CarriesArePropagatedInTime) {
  for (const double x : {std::nextafter(1, 0), -kLargest, 0.1}) {
    ExactSum sum;
    cpp_int value = 0;
    for (int i = 0; i < 80; ++i) {  // each doubling doubles the additions that are pending
      sum += sum;
      sum.add_product(x, x);
      value = 2 * value + exact(x, x);
      ExactSum opposite;
      opposite -= sum;
      expect_value(sum, value);
      expect_value(opposite, -value);
    }
  }
}

TEST(ExactSum, ASumMeetsItself) {
  ExactSum sum(kMostInteger);
  sum.add(0.1);
  sum += sum;
  const cpp_int twice = 2 * (kMostInteger * power(0) + exact(0.1));
  expect_value(sum, twice);
  const ExactSum& same = sum;
  sum = same;
  expect_value(sum, twice);
  sum -= same;
  EXPECT_TRUE(sum.is_zero());
}

TEST(ExactSum, CopiesAreApartAndMovedFromIsZero) {
  ExactSum a(3);
  a.add(0.25);
  ExactSum b = a;
  b.add(0.25);
  EXPECT_EQ(a.to_double(), 3.25);
  EXPECT_EQ(b.to_double(), 3.5);
  const ExactSum c = std::move(a);
  EXPECT_EQ(c.to_double(), 3.25);
  EXPECT_TRUE(a.is_zero());  // NOLINT(bugprone-use-after-move): which is promised
  a = std::move(b);
  EXPECT_EQ(a.to_double(), 3.5);
  EXPECT_TRUE(b.is_zero());  // NOLINT(bugprone-use-after-move)
}

TEST(ExactSum, KnowsWhetherItIsAWholeNumberOf64Bits) {
  EXPECT_EQ(ExactSum().whole(), 0);
  EXPECT_EQ(ExactSum(-7).whole(), -7);
  ExactSum sum(3);
  sum.add(0.5);
  EXPECT_FALSE(sum.whole());
  sum.add(0.5);
  EXPECT_EQ(sum.whole(), 4);
  sum.add(-4.0);
  EXPECT_EQ(sum.whole(), 0);
  ExactSum huge(std::numeric_limits<std::int64_t>::max());
  huge.add(std::int64_t{1});
  EXPECT_FALSE(huge.whole());
  huge.add(std::int64_t{-1});
  EXPECT_EQ(huge.whole(), std::numeric_limits<std::int64_t>::max());
}

// What is left when the double-double is taken off: the bits that it cannot hold.
TEST(ExactSum, NearlyIsOffByTheLastBitsAtMost) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 3000; ++round) {
    ExactSum sum;
    for (unsigned i = 0; i < 1 + random() % 6; ++i) {
      const auto mantissa = static_cast<double>(static_cast<std::int64_t>(random()) >> 5);
      const double x = std::ldexp(mantissa, static_cast<int>(random() % 280) - 200);
      sum.add_product(x, random() % 2 == 0 ? 1 : 1.0 / 3);
      if (random() % 4 == 0)
        sum.add(static_cast<std::int64_t>(random() >> 1) - (std::int64_t{1} << 61));
      if (random() % 8 == 0) sum.add(-x);
    }
    const std::optional<DoubleDouble> nearly = sum.nearly();
    if (!nearly) {
      EXPECT_TRUE(sum.is_zero() || std::abs(std::ilogb(sum.to_double())) > 299);
      continue;
    }
    EXPECT_EQ(nearly->high, sum.to_double());
    EXPECT_EQ(nearly->high + nearly->low, nearly->high);
    ExactSum rest = sum;
    rest.add(-nearly->high);
    rest.add(-nearly->low);
    EXPECT_LE(std::abs(rest.to_double()), std::abs(nearly->high) * 0x1p-105);
  }
}

TEST(ExactSum, NearlyKnowsWhatItCannotSay) {
  ExactSum large, small, long_one;
  large.add_product(1e80, 1e80);
  small.add_product(1e-80, 1e-80);
  long_one.add(1e90);
  long_one.add_product(1e-300, 1e-300);
  EXPECT_FALSE(ExactSum().nearly());
  EXPECT_FALSE(large.nearly());
  EXPECT_FALSE(small.nearly());
  EXPECT_FALSE(long_one.nearly());
  long_one.add_product(-1e-300, 1e-300);
  ExactSum nothing = long_one;
  nothing.add(-1e90);
  EXPECT_FALSE(nothing.nearly());
  EXPECT_EQ(nothing.sign(), 0);
  EXPECT_EQ(nothing.to_double(), 0);
}

}  // namespace
}  // namespace tally
