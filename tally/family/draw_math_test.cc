// SPDX-License-Identifier: Apache-2.0
#include "tally/family/draw_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tally {
namespace {

TEST(DrawMath, LogIsTheLibrarysToTheLastBits) {
  for (double x = 1e-300; x < 1e300; x *= 1.37) {
    EXPECT_NEAR(portable_log(x), std::log(x), 4e-16 * std::abs(std::log(x))) << x;
  }
  for (double x = 0.5; x < 2; x += 0.00371) {
    EXPECT_NEAR(portable_log(x), std::log(x), 4e-16 * std::abs(std::log(x)) + 1e-19) << x;
  }
  EXPECT_EQ(portable_log(1), 0);
}

TEST(DrawMath, ExpIsTheLibrarysToTheLastBits) {
  for (double x = -700; x < 700; x += 0.713) {
    EXPECT_NEAR(portable_exp(x) / std::exp(x), 1, 5e-16) << x;
  }
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_exp(-std::numeric_limits<double>::infinity()), 0);
  EXPECT_EQ(portable_exp(710), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace tally
