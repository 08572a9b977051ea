// SPDX-License-Identifier: Apache-2.0
#include "tally/family/densities.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>

#include "tally/base/log_math.h"

namespace tally {
namespace {

using Big = boost::multiprecision::cpp_bin_float_50;

double exact_poisson(double x, double m) {
  return static_cast<double>(Big(Big(x) * log(Big(m)) - Big(m) - lgamma(Big(x) + 1)));
}

double exact_negative_binomial(double x, double e, double a, double b) {
  const Big sum = Big(b) + Big(e);
  return static_cast<double>(Big(lgamma(Big(a) + Big(x)) - lgamma(Big(a)) - lgamma(Big(x) + 1) +
                                 Big(a) * log(Big(b) / sum) + Big(x) * log(Big(e) / sum)));
}

double exact_student(double x, double v, double location, double s) {
  const Big z = (Big(x) - Big(location)) / Big(s);
  return static_cast<double>(Big(lgamma((Big(v) + 1) / 2) - lgamma(Big(v) / 2) -
                                 log(Big(v) * boost::math::constants::pi<Big>()) / 2 - log(Big(s)) -
                                 (Big(v) + 1) / 2 * log(1 + z * z / Big(v))));
}

TEST(GaussianDensity, IsTheNormalDensity) {
  const GaussianDensity density(0.574, 0.129);
  EXPECT_NEAR(density(0.697), std::log(boost::math::pdf(boost::math::normal(0.574, 0.129), 0.697)),
              1e-14);
}

TEST(GaussianDensity, HoldsFromEndToEndOfADouble) {
  const double at_one = -0.5 - 0.5 * std::log(2 * M_PI);
  for (const double unit : {1e-300, 1e300}) {
    EXPECT_NEAR(GaussianDensity(unit, unit)(2 * unit), at_one - std::log(unit), 1e-12);
  }
  const double most = std::numeric_limits<double>::max();
  EXPECT_NEAR(GaussianDensity(-most, most)(most), -2 - 0.5 * std::log(2 * M_PI) - std::log(most),
              1e-12);
  EXPECT_EQ(GaussianDensity(0, 1)(1e300), kLogZero);
}

TEST(StudentDensity, IsStudentsT) {
  for (const double v : {0.7, 1.0, 6.6, 31.9, 1e3, 1e9, 1e17}) {
    const StudentDensity density(v, 0.5, 2);
    for (const double x : {0.5, 1.7, -30.0, 1e8}) {
      const double exact = exact_student(x, v, 0.5, 2);
      EXPECT_NEAR(density(x), exact, 1e-14 * (1 + std::abs(exact))) << "v = " << v << ", x = " << x;
    }
  }
  EXPECT_NEAR(StudentDensity(5, 0, 1)(1.3),
              std::log(boost::math::pdf(boost::math::students_t(5), 1.3)), 1e-14);
}

TEST(StudentDensity, HasATailToTheEndOfADouble) {
  // −(ν + 1)/2 · log(1 + z²/ν) with ν = 1, z = 1e300: about −2 log z.
  EXPECT_NEAR(StudentDensity(1, 0, 1)(1e300), -std::log(M_PI) - 600 * std::log(10), 1e-10);
  EXPECT_TRUE(std::isfinite(StudentDensity(3, -1e300, 1)(1e300)));
}

TEST(PoissonMass, IsThePoissonMass) {
  for (const double m : {1e-9, 0.5, 4.0, 15.0, 17.3, 1e3, 1e9}) {
    for (const double x : {0.0, 1.0, 2.5, 15.0, 16.0, 17.0, 1e3, 1e9}) {
      const double exact = exact_poisson(x, m);
      EXPECT_NEAR(PoissonMass(m / 4)(x, 4), exact, 1e-14 * (3 + std::abs(exact)))
          << "m = " << m << ", x = " << x;
    }
  }
}

TEST(PoissonMass, NothingExpectedLeavesNothing) {
  EXPECT_EQ(PoissonMass(0)(0, 1), 0);
  EXPECT_EQ(PoissonMass(0)(1, 1), kLogZero);
  EXPECT_EQ(PoissonMass(3)(0, 0), 0);
  EXPECT_EQ(PoissonMass(3)(2, 0), kLogZero);
}

TEST(NegativeBinomialMass, IsTheNegativeBinomialMass) {
  for (const double a : {1e-3, 1.0, 6.5, 15.9, 16.0, 400.0, 1e8}) {
    for (const double b : {1e-3, 0.8, 4.3, 1e6}) {
      for (const double e : {0.01, 1.7, 1e4}) {
        for (const double x : {0.0, 1.0, 4.0, 15.5, 16.0, 300.0, 1e8}) {
          const double exact = exact_negative_binomial(x, e, a, b);
          EXPECT_NEAR(NegativeBinomialMass(a, b)(x, e), exact, 4e-14 * (3 + std::abs(exact)))
              << "a = " << a << ", b = " << b << ", e = " << e << ", x = " << x;
        }
      }
    }
  }
}

TEST(NegativeBinomialMass, KnownValue) {
  // a = 1.5, b = 0.8; 3, 0, 2 events over 1, 2, 0.5; asked for 4 events over 1.7.
  EXPECT_NEAR(std::exp(NegativeBinomialMass(1.5 + 5, 0.8 + 3.5)(4, 1.7)), 0.1212434894, 5e-11);
}

TEST(NegativeBinomialMass, NoExposureLeavesNothing) {
  EXPECT_EQ(NegativeBinomialMass(2, 3)(0, 0), 0);
  EXPECT_EQ(NegativeBinomialMass(2, 3)(1, 0), kLogZero);
}

TEST(Densities, AreNeverNaN) {
  const double ends[] = {5e-324, 1e-300, 1e-160, 1.0, 20.0, 1e160, 1e300, 1.7976931348623157e308};
  for (const double p : ends) {
    for (const double q : ends) {
      for (const double x : ends) {
        EXPECT_FALSE(std::isnan(GaussianDensity(-p, q)(x))) << p << " " << q << " " << x;
        EXPECT_FALSE(std::isnan(StudentDensity(p, -q, q)(x))) << p << " " << q << " " << x;
        EXPECT_FALSE(std::isnan(PoissonMass(p)(x, q))) << p << " " << q << " " << x;
        for (const double e : ends) {
          const double log_p = NegativeBinomialMass(p, q)(x, e);
          EXPECT_LT(log_p, 1.0) << p << " " << q << " " << x << " " << e;  // false for NaN too
        }
        EXPECT_LT(PoissonMass(p)(x, q), 1.0) << p << " " << q << " " << x;
      }
    }
  }
}

}  // namespace
}  // namespace tally
