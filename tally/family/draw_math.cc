// SPDX-License-Identifier: Apache-2.0
#include "tally/family/draw_math.h"

#include <cmath>
#include <limits>

namespace tally {

namespace {

// log 2 in two parts; products of the first with integers below 2^20 are exact.
constexpr double kLog2High = 6.93147180369123816490e-01;
constexpr double kLog2Low = 1.90821492927058770002e-10;
constexpr double kOneOverLog2 = 1.44269504088896338700;
constexpr double kRootHalf = 0.70710678118654752440;

}  // namespace

// x = m 2^e with m within √½ … √2, and log m = 2 artanh s = 2 (s + s³/3 + s⁵/5 + …), s =
// (m−1)/(m+1).
double portable_log(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < kRootHalf) {
    m *= 2;
    --exponent;
  }
  const double s = (m - 1) / (m + 1);
  const double square = s * s;
  double tail = 0;
  for (int k = 23; k >= 3; k -= 2) tail = (tail + 1.0 / k) * square;
  const double e = exponent;
  return e * kLog2High + (2 * s + (2 * s * tail + e * kLog2Low));
}

// exp(k log 2 + r) = 2^k (1 + r + r²/2! + …), |r| <= ½ log 2.
double portable_exp(double x) {
  if (x < -708) return 0;
  if (x > 709) return std::numeric_limits<double>::infinity();
  const double k = std::floor(x * kOneOverLog2 + 0.5);
  const double r = (x - k * kLog2High) - k * kLog2Low;
  double sum = 0;
  for (int i = 16; i >= 2; --i) sum = (sum + 1) * r / i;
  return std::ldexp(1 + (r + r * sum), static_cast<int>(k));
}

}  // namespace tally
