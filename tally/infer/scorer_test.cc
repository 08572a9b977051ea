// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tally/base/log_math.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

TEST(Scorer, KeepsTheEstimates) {
  Estimates estimates;
  estimates.classes = {Label::of("a"), Label::of("b")};
  const Scorer scorer(estimates);
  EXPECT_EQ(scorer.classes(), 2U);
  EXPECT_EQ(scorer.estimates().classes[1], Label::of("b"));
}

TEST(Posteriors, AreCutByRow) {
  Posteriors posteriors;
  posteriors.rows = 2;
  posteriors.classes = 2;
  posteriors.log_joint = {-1, -2, kLogZero, kLogZero};
  posteriors.posterior = {0.7, 0.3, 0, 0};
  posteriors.log_posterior = {-0.4, -1.2, kLogZero, kLogZero};
  posteriors.log_evidence = {-0.5, kLogZero};
  EXPECT_EQ(posteriors.joint_of(0)[1], -2);
  EXPECT_EQ(posteriors.posterior_of(1)[0], 0);
  EXPECT_EQ(posteriors.log_posterior_of(0)[1], -1.2);
  EXPECT_FALSE(posteriors.impossible(0));
  EXPECT_TRUE(posteriors.impossible(1));
}

}  // namespace
}  // namespace tally
