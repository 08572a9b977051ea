// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/moments.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "tally/sums/double_double.h"

namespace tally {
namespace {

using boost::multiprecision::cpp_int;

/// mantissa · 2^exponent.
struct Scaled {
  Scaled(cpp_int m, int e) : mantissa(std::move(m)), exponent(e) {}
  explicit Scaled(const ExactSum& sum) {
    const std::vector<ExactSum::Limb> limbs = sum.limbs();
    if (!limbs.empty()) exponent = limbs.front().exponent;
    for (const ExactSum::Limb& limb : limbs) {
      mantissa += cpp_int(limb.amount) << (limb.exponent - exponent);
    }
  }

  cpp_int mantissa;
  int exponent = 0;
};

Scaled operator*(const Scaled& a, const Scaled& b) {
  return Scaled(a.mantissa * b.mantissa, a.exponent + b.exponent);
}

Scaled operator-(const Scaled& a, const Scaled& b) {
  const int least = std::min(a.exponent, b.exponent);
  return Scaled((a.mantissa << (a.exponent - least)) - (b.mantissa << (b.exponent - least)), least);
}

/// n q − s²
Scaled spread(const Scaled& n, const Scaled& s, const Scaled& q) { return n * q - s * s; }

int bits(const cpp_int& positive) { return static_cast<int>(msb(positive)) + 1; }

/// The value lies in [whole, whole + 1) · 2^exponent, and at its left end only if not `inexact`.
struct Approximation {
  cpp_int whole;
  bool inexact;
  int exponent;
};

/// a / b with a whole of 128 to 193 bits and an exponent that is a multiple of 64.
/// REQUIRES: a, b > 0.
Approximation quotient(const Scaled& a, const Scaled& b) {
  const int exponent = a.exponent - b.exponent;
  int shift = 128 + bits(b.mantissa) - bits(a.mantissa);
  shift += (exponent - shift) & 63;
  const cpp_int dividend = a.mantissa << std::max(shift, 0);
  const cpp_int divisor = b.mantissa << std::max(-shift, 0);
  cpp_int whole, rest;
  divide_qr(dividend, divisor, whole, rest);
  return {std::move(whole), rest != 0, exponent - shift};
}

/// REQUIRES: an exponent that is even.
Approximation root(const Approximation& x) {
  cpp_int rest;
  cpp_int whole = sqrt(x.whole, rest);
  return {std::move(whole), x.inexact || rest != 0, x.exponent / 2};
}

/// REQUIRES: an exponent that is a multiple of 32, and a whole of at least 64 bits: its last bit
/// then lies below the half of a double's last, and stands for all that is missing.
double rounded(const Approximation& x) {
  int exponent = x.exponent;
  if (exponent > std::numeric_limits<double>::max_exponent) {
    return std::numeric_limits<double>::infinity();
  }
  if (exponent < ExactSum::kLeastExponent) return 0;
  cpp_int whole = x.whole;
  if (x.inexact) bit_set(whole, 0);
  ExactSum sum;
  for (; whole != 0; whole >>= 32, exponent += 32) {
    sum.add_limb({exponent, static_cast<std::int64_t>(whole & 0xffffffff)});
  }
  return sum.to_double();
}

/// Whether the sum is an integer that a double holds.
bool is_short(const ExactSum& sum) {
  constexpr std::int64_t kMost = std::int64_t{1} << 53;
  const std::optional<std::int64_t> whole = sum.whole();
  return whole && *whole >= -kMost && *whole <= kMost;
}

// What is worked out below in double-double from sums that are off by 2 u² each, u = 2^-53, is off
// by less than 50 u² of itself, as long as nothing cancels.
constexpr double kError = 64 * 0x1p-106;

/// The same in double-double; nothing if that does not settle which doubles are nearest.
std::optional<Moments> quick_moments(const ExactSum& n, const ExactSum& s, const ExactSum& q,
                                     int lost_degrees) {
  const std::optional<DoubleDouble> weight = n.nearly(), sum = s.nearly(), square = q.nearly();
  if (!weight || !sum || !square) return std::nullopt;
  if (weight->high < 2) return std::nullopt;  // n − c would cancel
  const DoubleDouble product = *weight * *square;
  const DoubleDouble over = product - *sum * *sum;
  if (!(over.high > 0)) return std::nullopt;
  const DoubleDouble degrees = *weight - DoubleDouble{static_cast<double>(lost_degrees), 0};
  const DoubleDouble of_variance = over / (*weight * degrees);
  const double error = kError * (1 + product.high / over.high);  // n q and s² may be nearly equal
  const std::optional<double> mean = nearest(*sum / *weight, kError);
  const std::optional<double> variance = nearest(of_variance, error);
  const std::optional<double> deviation = nearest(root(of_variance), error);
  if (!mean || !variance || !deviation) return std::nullopt;
  return Moments{*mean, *variance, *deviation, false};
}

}  // namespace

double ratio(const ExactSum& a, const ExactSum& b) {
  if (a.is_zero()) return 0;
  if (is_short(a) && is_short(b)) return a.to_double() / b.to_double();
  const std::optional<DoubleDouble> high = a.nearly(), low = b.nearly();
  if (high && low) {
    if (const std::optional<double> found = nearest(*high / *low, kError)) return *found;
  }
  Scaled over(a), under(b);
  const bool negative = (over.mantissa < 0) != (under.mantissa < 0);
  over.mantissa = abs(over.mantissa);
  under.mantissa = abs(under.mantissa);
  const double size = rounded(quotient(over, under));
  return negative ? -size : size;
}

Moments moments(const ExactSum& n, const ExactSum& s, const ExactSum& q, int lost_degrees) {
  if (const std::optional<Moments> quick = quick_moments(n, s, q, lost_degrees)) return *quick;
  Moments result;
  result.mean = ratio(s, n);
  ExactSum degrees = n;
  degrees.add(std::int64_t{-lost_degrees});
  const Scaled weight(n);
  const Scaled over = spread(weight, Scaled(s), Scaled(q));
  result.constant = degrees.sign() <= 0 || over.mantissa == 0;
  if (result.constant) return result;
  const Approximation variance = quotient(over, weight * Scaled(degrees));
  result.variance = rounded(variance);
  result.deviation = rounded(root(variance));
  return result;
}

bool is_beyond_bounds(const ExactSum& sum) {
  if (std::isfinite(sum.to_double())) return false;
  return sum.limbs().back().exponent > ExactSum::kMostExponent;
}

// s² < n q by more than all roundings together could make up for.
bool moments_are_clearly_possible(const ExactSum& n, const ExactSum& s, const ExactSum& q) {
  constexpr double kMargin = 1 + 0x1p-40, kLeast = 0x1p-900;
  const double weight = n.to_double(), sum = s.to_double(), square = q.to_double();
  const double squared = sum * sum, product = weight * square;
  return squared >= kLeast && weight >= kLeast && square >= kLeast &&
         product <= std::numeric_limits<double>::max() && squared * kMargin < product;
}

bool moments_are_possible(const ExactSum& n, const ExactSum& s, const ExactSum& q) {
  if (n.sign() < 0 || q.sign() < 0) return false;
  if (n.is_zero()) return s.is_zero() && q.is_zero();
  if (s.is_zero() || moments_are_clearly_possible(n, s, q)) return true;
  return spread(Scaled(n), Scaled(s), Scaled(q)).mantissa >= 0;
}

}  // namespace tally
