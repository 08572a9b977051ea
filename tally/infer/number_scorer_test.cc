// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tally/family/densities.h"
#include "tally/infer/scorer_testing.h"

namespace tally {
namespace {

constexpr double kNone = TestTable::kMissing;

TEST(NumberScorer, AddsTheDensityOfEachClass) {
  const FeatureEstimate feature = feature_of(Family::kGaussian, GaussianTable{{0, 1}, {1, 2}});
  const auto found = scores(feature, 2, TestTable().numbers("x", {1, kNone}).batch());
  const double norm = 0.5 * std::log(2 * M_PI);
  EXPECT_NEAR(found[0], -0.5 - norm, 1e-15);
  EXPECT_NEAR(found[1], -std::log(2) - norm, 1e-15);
  EXPECT_EQ(found[2], 0);
  EXPECT_EQ(found[3], 0);
}

TEST(NumberScorer, AddsThePredictiveOfEachClass) {
  const FeatureEstimate feature =
      feature_of(Family::kGaussian, StudentTable{{1, 3}, {0, 1}, {1, 2}});
  const auto found = scores(feature, 2, TestTable().numbers("x", {2}).batch());
  EXPECT_NEAR(found[0], -std::log(M_PI * 5), 1e-15);  // Cauchy
  EXPECT_NEAR(found[1], StudentDensity(3, 1, 2)(2), 1e-15);
}

TEST(NumberScorer, TakesNumbersOfAnyWidthWithHoles) {
  const FeatureEstimate feature = feature_of(Family::kGaussian, GaussianTable{{0}, {1}});
  const std::vector<std::int16_t> values = {3, 4, 5};
  const std::uint8_t valid = 0b110;
  Numbers numbers = Numbers::of(std::span<const std::int16_t>(values));
  numbers.validity = {&valid, 0};
  Batch batch;
  batch.rows = 3;
  batch.columns.push_back({"x", numbers});
  const auto found = scores(feature, 1, batch);
  EXPECT_EQ(found[0], 0);
  EXPECT_NEAR(found[2] - found[1], (16 - 25) / 2.0, 1e-14);
}

TEST(NumberScorer, RefusesInfinityAndOtherTypes) {
  const FeatureEstimate feature = feature_of(Family::kGaussian, GaussianTable{{0}, {1}});
  const double inf = std::numeric_limits<double>::infinity();
  expect_refused(feature, 1, TestTable().numbers("x", {0, -inf}).batch(), 1, "x", "found -inf");
  expect_refused(feature, 1, TestTable().texts("x", {"a"}).batch(), 0, "x", "expected numbers");
  expect_refused(feature, 1, TestTable().booleans("x", {1}).batch(), 0, "x", "found booleans");
}

}  // namespace
}  // namespace tally
