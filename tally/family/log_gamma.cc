// SPDX-License-Identifier: Apache-2.0
#include "tally/family/log_gamma.h"

#include <math.h>  // NOLINT(modernize-deprecated-headers): lgamma_r is POSIX's, not C++'s

#include <boost/math/special_functions/log1p.hpp>
#include <cmath>

namespace tally {

namespace {

constexpr double kFewFactors = 8;
constexpr double kFactorsFit = 1e38;  // eight factors of this size stay below 1e308

}  // namespace

double log_gamma(double z) {
  int sign = 1;
  return ::lgamma_r(z, &sign);
}

double stirling_tail(double z) {
  const double t = 1 / z;
  const double u = t * t;
  return t * (1.0 / 12 +
              u * (-1.0 / 360 + u * (1.0 / 1260 + u * (-1.0 / 1680 +
                                                       u * (1.0 / 1188 + u * (-691.0 / 360360))))));
}

double log_rising(double a, double x) {
  if (x == 0) return 0;
  if (x > 0 && x <= kFewFactors && x == std::floor(x) && a < kFactorsFit) {
    double product = a;
    for (double i = 1; i < x; ++i) product *= a + i;
    return std::log(product);
  }
  if (a >= kStirlingFrom && a + x >= kStirlingFrom) {
    return x * (std::log(a + x) - 1) + (a - 0.5) * std::log1p(x / a) + stirling_tail(a + x) -
           stirling_tail(a);
  }
  return log_gamma(a + x) - log_gamma(a);
}

double count_deviance(double x, double m) {
  const double t = m / x;
  if (t > 0.5 && t < 2) return -x * boost::math::log1pmx((m - x) / x);
  // t may be zero where m / x is too small for a double; its logarithm is not.
  return x * ((t - 1) - (std::log(m) - std::log(x)));
}

}  // namespace tally
