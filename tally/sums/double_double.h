// SPDX-License-Identifier: Apache-2.0
// Arithmetic in double-double: a number is the sum of two doubles that is not worked out, and has
// some 106 bits (Dekker 1971; the error bounds: Joldes, Muller and Popescu 2017).
//
// A result is nearly right, and a bound on its error is known. `nearest` rounds it to a double if
// that bound leaves no doubt which one is nearest (Ziv 1991); otherwise the caller computes the
// result exactly. So an answer is the same to the bit, and costs less.
//
// With u = 2^-53: a product is off by 5 u² of itself at most, a sum and a difference by 3 u², a
// quotient by 10 u², a root by 5 u², as long as no number is beyond 2^±900.
#pragma once

#include <cmath>
#include <optional>

namespace tally {

/// high + low, high being the double nearest to that.
struct DoubleDouble {
  double high = 0, low = 0;
};

namespace internal {

/// a + b, exactly.
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}
/// The same. REQUIRES: |a| >= |b|, or a is 0.
inline DoubleDouble fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}
/// a · b, exactly.
inline DoubleDouble two_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

}  // namespace internal

inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble high = internal::two_product(a.high, b.high);
  const double cross = std::fma(a.high, b.low, a.low * b.high);
  return internal::fast_two_sum(high.high, high.low + cross);
}

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble high = internal::two_sum(a.high, b.high);
  const DoubleDouble low = internal::two_sum(a.low, b.low);
  const DoubleDouble sum = internal::fast_two_sum(high.high, high.low + low.high);
  return internal::fast_two_sum(sum.high, sum.low + low.low);
}

inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) {
  return a + DoubleDouble{-b.high, -b.low};
}

inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
  const double first = a.high / b.high;
  const DoubleDouble rest = a - b * DoubleDouble{first, 0};
  return internal::fast_two_sum(first, rest.high / b.high);
}

/// REQUIRES: x > 0.
inline DoubleDouble root(const DoubleDouble& x) {
  const double first = std::sqrt(x.high);
  const DoubleDouble square = internal::two_product(first, first);
  const double rest = (x.high - square.high) - square.low + x.low;
  return internal::fast_two_sum(first, rest / (2 * first));
}

/// The double nearest to a number that is x but for so much of it (a share); nothing if that may be
/// one or the other. REQUIRES: error >= 2^-104; |x| within 2^±900.
inline std::optional<double> nearest(const DoubleDouble& x, double error) {
  const double off = std::abs(x.high) * error;
  const double least = x.high + (x.low - off), most = x.high + (x.low + off);
  if (least != most) return std::nullopt;
  return most;
}

}  // namespace tally
