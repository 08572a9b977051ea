// SPDX-License-Identifier: Apache-2.0
#include "tally/export/log_rising.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/family/log_gamma.h"

namespace tally {
namespace {

// The formula of the header, as every export writes it.
double worked_out(const LogRising& of, double x) {
  const double y = of.from + x, t = 1 / y;
  double tail = 0;
  for (std::size_t i = LogRising::kTail.size(); i-- > 0;) tail = tail * t * t + LogRising::kTail[i];
  double out =
      of.constant + x * (std::log(y) - 1) + (of.from - 0.5) * std::log1p(x / of.from) + t * tail;
  for (int i = 0; of.is_raised && i < LogRising::kRaised; ++i) out -= std::log(of.a + x + i);
  return out;
}

TEST(LogRising, IsThatOfTheGammaFunction) {
  for (const double a : {1e-6, 0.5, 1.0, 15.999, 16.0, 17.5, 1e4, 1e9}) {
    for (const double x : {0.0, 1.0, 2.0, 7.0, 9.0, 100.0, 12345.0}) {
      const double expected = log_rising(a, x);
      EXPECT_NEAR(worked_out(LogRising(a), x), expected, 1e-12 * (1 + std::abs(expected)))
          << a << " " << x;
    }
  }
}

// Σ x logs of a product: (0.5) (1.5) (2.5).
TEST(LogRising, IsALogarithmOfAProduct) {
  EXPECT_NEAR(worked_out(LogRising(0.5), 3), std::log(0.5 * 1.5 * 2.5), 1e-13);
}

}  // namespace
}  // namespace tally
