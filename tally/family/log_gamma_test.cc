// SPDX-License-Identifier: Apache-2.0
#include "tally/family/log_gamma.h"

#include <gtest/gtest.h>

#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

namespace tally {
namespace {

using Huge = boost::multiprecision::cpp_bin_float_100;

double exact_rising(double a, double x) {
  const Huge difference = boost::math::lgamma(Huge(a) + Huge(x)) - boost::math::lgamma(Huge(a));
  return static_cast<double>(difference);
}

TEST(LogGamma, OfWholeNumbersIsTheFactorial) {
  EXPECT_EQ(log_gamma(1), 0);
  EXPECT_NEAR(log_gamma(6), std::log(120.0), 1e-15);
  EXPECT_NEAR(log_gamma(0.5), 0.5 * std::log(M_PI), 1e-15);
}

TEST(LogGamma, StirlingTailIsExactFromItsBound) {
  for (const double z : {kStirlingFrom, 20.0, 1e3, 1e15}) {
    const Huge exact = boost::math::lgamma(Huge(z)) - (Huge(z) - 0.5) * log(Huge(z)) + Huge(z) -
                       0.5 * log(boost::math::constants::two_pi<Huge>());
    EXPECT_NEAR(stirling_tail(z), static_cast<double>(exact), 1e-16) << z;
  }
}

TEST(LogGamma, RisingKeepsItsDigitsForEverySize) {
  for (const double a : {1e-300, 1e-5, 0.3, 1.0, 15.9, 16.0, 1e3, 1e9, 1e16, 1e40}) {
    for (const double x : {0.0, 1e-3, 0.5, 1.0, 2.0, 7.5, 8.0, 9.0, 40.0, 1e4, 1e9}) {
      const double exact = exact_rising(a, x);
      EXPECT_NEAR(log_rising(a, x), exact,
                  2e-15 * (std::abs(exact) + 1 + 2 * std::abs(std::log(a))))
          << "a = " << a << ", x = " << x;
    }
  }
}

TEST(LogGamma, RisingByANegativeStepGoesDown) {
  EXPECT_NEAR(log_rising(20, -0.5), exact_rising(20, -0.5), 1e-14);
  EXPECT_NEAR(log_rising(1e6, -0.9), exact_rising(1e6, -0.9), 1e-14);
}

TEST(LogGamma, CountDevianceKeepsItsDigitsNearItsZero) {
  EXPECT_EQ(count_deviance(7, 7), 0);
  for (const double x : {0.1, 3.0, 1e6, 1e12}) {
    for (const double t : {1e-200, 1e-3, 0.4, 0.6, 1 - 1e-6, 1 + 1e-6, 1.9, 2.1, 1e5}) {
      const double m = x * t;
      const Huge exact = Huge(x) * log(Huge(x) / Huge(m)) - Huge(x) + Huge(m);
      EXPECT_NEAR(count_deviance(x, m), static_cast<double>(exact),
                  1e-13 * static_cast<double>(exact))
          << "x = " << x << ", m = " << m;
    }
  }
}

TEST(LogGamma, CountDevianceOfAnExpectationBeyondAQuotientIsNoNaN) {
  EXPECT_GT(count_deviance(1e300, 1e-300), 1e302);
  EXPECT_GT(count_deviance(1e308, 1.0), 1e308);
}

}  // namespace
}  // namespace tally
