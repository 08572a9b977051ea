// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/share.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/base/log_math.h"

namespace tally {
namespace {

ExactSum sum(double value) {
  ExactSum out;
  out.add(value);
  return out;
}

TEST(Shares, AreTheSmoothedFrequencies) {
  const Shares shares(ExactSum(8), 3, 1);
  EXPECT_DOUBLE_EQ(shares.log_share(ExactSum(3)), std::log(4.0 / 11));
  EXPECT_DOUBLE_EQ(shares.log_share(ExactSum(0)), std::log(1.0 / 11));
  EXPECT_DOUBLE_EQ(shares.log_unseen(), std::log(1.0 / 11));
}

TEST(Shares, WithoutLambdaAreTheFrequencies) {
  const Shares shares(ExactSum(9), 3, 0);
  EXPECT_DOUBLE_EQ(shares.log_share(ExactSum(4)), std::log(4.0 / 9));
  EXPECT_EQ(shares.log_share(ExactSum(0)), kLogZero);
  EXPECT_EQ(shares.log_unseen(), kLogZero);
}

TEST(Shares, OfNothingAreEqual) {
  const Shares shares(ExactSum(0), 4, 0);
  EXPECT_DOUBLE_EQ(shares.log_share(ExactSum(0)), std::log(0.25));
  EXPECT_EQ(shares.log_unseen(), kLogZero);
  EXPECT_DOUBLE_EQ(Shares(ExactSum(0), 4, 0.5).log_share(ExactSum(0)), std::log(0.25));
}

TEST(Shares, OfWeightsAtTheEndsOfADouble) {
  ExactSum huge = sum(1.5e308);
  huge += sum(1.5e308);  // beyond a double
  EXPECT_NEAR(Shares(huge, 2, 1).log_share(sum(1.5e308)), std::log(0.5), 1e-15);
  EXPECT_NEAR(Shares(huge, 2, 0).log_share(sum(1.5e308)), std::log(0.5), 1e-15);
  EXPECT_NEAR(Shares(sum(4e-310), 2, 0).log_share(sum(1e-310)), std::log(0.25), 1e-13);
  EXPECT_NEAR(Shares(sum(1e300), 2, 0).log_share(sum(1e-300)), -600 * std::log(10), 1e-10);
}

}  // namespace
}  // namespace tally
