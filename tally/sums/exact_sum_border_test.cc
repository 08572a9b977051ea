// SPDX-License-Identifier: Apache-2.0
// Where a sum leaves its machine word, where digits carry, and where a double ends.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "tally/sums.h"

namespace tally {
namespace {

using boost::multiprecision::cpp_int;

// Integers in units of 2^-3400.
constexpr int kUnit = 3400;

cpp_int scaled(const cpp_int& amount, int exponent) { return amount << (exponent + kUnit); }

cpp_int value_of(const ExactSum& sum) {
  cpp_int value = 0;
  for (const ExactSum::Limb& limb : sum.limbs()) value += scaled(limb.amount, limb.exponent);
  return value;
}

cpp_int wide(int128 amount) {
  const auto high = static_cast<std::int64_t>(amount >> 64);
  return (cpp_int(high) << 64) + static_cast<std::uint64_t>(amount);
}

std::vector<std::int64_t> word_borders() {
  std::vector<std::int64_t> out{0, 1, -1};
  for (const int bit : {31, 32, 52, 53, 61, 62}) {
    const std::int64_t power = std::int64_t{1} << bit;
    out.insert(out.end(), {power - 1, power, power + 1, -power - 1, -power, -power + 1});
  }
  out.push_back(std::numeric_limits<std::int64_t>::max());
  out.push_back(std::numeric_limits<std::int64_t>::max() - 1);
  out.push_back(std::numeric_limits<std::int64_t>::min());
  out.push_back(std::numeric_limits<std::int64_t>::min() + 1);
  return out;
}

// The form that depends on the value alone.
void expect_canonical(const ExactSum& sum) {
  const std::vector<ExactSum::Limb> limbs = sum.limbs();
  const cpp_int value = value_of(sum), one = scaled(1, 0);
  const bool fits = value % one == 0 && value / one <= std::numeric_limits<std::int64_t>::max() &&
                    value / one >= std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(sum.whole().has_value(), fits);
  if (fits) {
    EXPECT_EQ(limbs.size(), value == 0 ? 0U : 1U);
    EXPECT_EQ(cpp_int(*sum.whole()), value / one);
    return;
  }
  for (const ExactSum::Limb& limb : limbs) {
    EXPECT_EQ(limb.exponent % 32, 0);
    EXPECT_NE(limb.amount, 0);
    EXPECT_LT(std::abs(limb.amount), std::int64_t{1} << 32);
    EXPECT_EQ(limb.amount < 0, value < 0);
  }
}

TEST(ExactSumBorder, IntegersOnBothSidesOfTheWord) {
  for (const std::int64_t a : word_borders()) {
    for (const std::int64_t b : word_borders()) {
      for (const double half : {0.0, 0.5}) {  // with limbs from the start
        ExactSum sum(a), other(b);
        const cpp_int fraction = half == 0 ? cpp_int(0) : scaled(1, -1);
        sum.add(half);
        other.add(half);
        ExactSum added = sum, taken = sum, back = sum;
        added.add(b);
        ASSERT_EQ(value_of(added), scaled(cpp_int(a) + b, 0) + fraction);
        expect_canonical(added);
        added = sum;
        added += other;
        ASSERT_EQ(value_of(added), scaled(cpp_int(a) + b, 0) + 2 * fraction);
        expect_canonical(added);
        taken -= other;
        ASSERT_EQ(value_of(taken), scaled(cpp_int(a) - b, 0));
        expect_canonical(taken);
        taken += other;
        ASSERT_TRUE(taken == sum);
        back += back;
        ASSERT_EQ(value_of(back), 2 * value_of(sum));
        ASSERT_EQ(sum.sign(), value_of(sum) > 0 ? 1 : value_of(sum) < 0 ? -1 : 0);
      }
    }
  }
}

TEST(ExactSumBorder, ScaledAmountsOfEverySize) {
  std::vector<int128> amounts;
  for (const std::int64_t word : word_borders()) amounts.push_back(word);
  for (const int bit : {63, 64, 95, 96, 126}) {
    const int128 power = int128{1} << bit;
    for (const int128 amount : {power - 1, power, power + 1}) {
      amounts.insert(amounts.end(), {amount, -amount});
    }
  }
  amounts.push_back(static_cast<int128>(1) << 127);  // the least
  for (const int128 amount : amounts) {
    for (const int exponent : {0, 1, -1, 31, 32, 33, -31, -32, -33, 62, 63, 64, -969,
                               ExactSum::kLeastExponent, ExactSum::kMostExponent}) {
      ExactSum sum;
      sum.add_scaled(amount, exponent);
      ASSERT_EQ(value_of(sum), scaled(wide(amount), exponent)) << exponent;
      expect_canonical(sum);
      sum.add(std::int64_t{1});
      sum.add_scaled(amount, exponent);
      ASSERT_EQ(value_of(sum), 2 * scaled(wide(amount), exponent) + scaled(1, 0));
    }
  }
}

// Ones in every digit: one more carries through all of them, one less borrows.
TEST(ExactSumBorder, ACarryGoesThroughEveryDigit) {
  for (const int digits : {1, 2, 3, 7, 40}) {
    for (const std::int64_t sign : {1, -1}) {
      ExactSum sum, power;
      for (int i = 0; i < digits; ++i) sum.add_limb({32 * (i - 3), sign * 0xffffffffLL});
      sum.add_limb({-96, sign});
      power.add_limb({32 * (digits - 3), sign});
      ASSERT_TRUE(sum == power);
      ASSERT_EQ(sum.limbs(), power.limbs());
      sum.add_limb({-96, -sign});
      ASSERT_EQ(sum.limbs().size(), static_cast<std::size_t>(digits));
      power -= sum;
      ASSERT_EQ(power.to_double(), static_cast<double>(sign) * 0x1p-96);
    }
  }
}

// Integers as doubles, and what is just none.
TEST(ExactSumBorder, DoublesOnBothSidesOfTheIntegers) {
  for (const double border : {0.5, 1.0, 0x1p52, 0x1p53, 0x1p62, 0x1p63, 0x1p64}) {
    for (const double size :
         {std::nextafter(border, 0), border, std::nextafter(border, INFINITY)}) {
      for (const double x : {size, -size}) {
        int exponent;
        const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
        const cpp_int exact = scaled(mantissa, exponent - 53);
        ExactSum sum, product, triple;
        sum.add(x);
        product.add_product(x, x);
        triple.add_product(x, x, x);
        ASSERT_EQ(value_of(sum), exact);
        ASSERT_EQ(value_of(product) << kUnit, exact * exact);
        ASSERT_EQ(value_of(triple) << (2 * kUnit), exact * exact * exact);
        ASSERT_EQ(sum.to_double(), x);
        expect_canonical(sum);
        expect_canonical(product);
      }
    }
  }
}

}  // namespace
}  // namespace tally
