// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tally/base/log_math.h"
#include "tally/infer/scorer_testing.h"

namespace tally {
namespace {

constexpr double kNone = TestTable::kMissing;

FeatureEstimate poisson(const std::string& exposure = "") {
  return feature_of(Family::kPoisson, PoissonTable{{2, 0}}, {"x"}, exposure);
}

TEST(NumberScorer, AddsTheMassOfEachClass) {
  const auto found = scores(poisson(), 2, TestTable().numbers("x", {3, 0, kNone}).batch());
  EXPECT_NEAR(found[0], std::log(8.0 / 6) - 2, 1e-14);
  EXPECT_EQ(found[1], kLogZero);
  EXPECT_EQ(found[2], -2);
  EXPECT_EQ(found[3], 0);
  EXPECT_EQ(found[4], 0);
}

TEST(NumberScorer, MultipliesTheRateByTheExposure) {
  const auto found =
      scores(poisson("e"), 2,
             TestTable().numbers("x", {1, 1, 0, 1}).numbers("e", {3, kNone, 0, 0}).batch());
  EXPECT_NEAR(found[0], std::log(6) - 6, 1e-14);
  EXPECT_EQ(found[2], 0);         // the exposure is missing
  EXPECT_EQ(found[4], 0);         // no exposure, no event
  EXPECT_EQ(found[6], kLogZero);  // no exposure, one event
}

TEST(NumberScorer, AddsThePredictiveOfEachClass) {
  const FeatureEstimate feature =
      feature_of(Family::kPoisson, NegativeBinomialTable{{1}, {1}});  // geometric with ½
  EXPECT_NEAR(scores(feature, 1, TestTable().numbers("x", {4}).batch())[0], -5 * std::log(2),
              1e-14);
}

TEST(NumberScorer, RefusesNegativeAndInfiniteNumbers) {
  const double inf = std::numeric_limits<double>::infinity();
  expect_refused(poisson(), 2, TestTable().numbers("x", {0, -1}).batch(), 1, "x", "found -1");
  expect_refused(poisson(), 2, TestTable().numbers("x", {inf}).batch(), 0, "x", "found inf");
  expect_refused(poisson("e"), 2, TestTable().numbers("x", {1}).numbers("e", {-2}).batch(), 0, "e",
                 "found -2");
  expect_refused(poisson("e"), 2, TestTable().numbers("x", {1}).texts("e", {"a"}).batch(), 0, "e",
                 "numbers");
}

}  // namespace
}  // namespace tally
