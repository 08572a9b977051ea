// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tally/infer/feature_scorer.h"

namespace tally {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

FeatureEstimate three_bins(double origin) {
  FeatureEstimate feature;
  feature.name = "bins:x";
  feature.family = Family::kGaussian;
  feature.columns = {"x"};
  feature.table = BinTable{origin, {-1.5, 2}, {1, 10, 2, 20, 3, 30}};
  return feature;
}

std::vector<double> scores_of(const FeatureEstimate& feature, std::vector<double> x) {
  std::vector<double> out(2 * x.size(), 0.5);
  const Batch batch = BatchBuilder().numbers("x", std::move(x)).batch();
  make_feature_scorer(feature, 2)->add(batch, std::vector{&batch.columns[0].values}, out);
  return out;
}

TEST(BinScorer, AddsWhatTheBinSays) {
  const double above = std::nextafter(2.0, 3.0);
  EXPECT_EQ(scores_of(three_bins(0), {-1e300, -1.5, 0, 2, above, kNone}),
            (std::vector<double>{1.5, 10.5, 1.5, 10.5, 2.5, 20.5, 2.5, 20.5, 3.5, 30.5, 0.5, 0.5}));
}

TEST(BinScorer, TakesTheOriginOff) {
  EXPECT_EQ(scores_of(three_bins(100), {98.5, 98.6, 102, 102.1}),
            (std::vector<double>{1.5, 10.5, 2.5, 20.5, 2.5, 20.5, 3.5, 30.5}));
}

TEST(BinScorer, RefusesWhatIsNotFinite) {
  EXPECT_THROW(scores_of(three_bins(0), {1, HUGE_VAL}), Error);
}

}  // namespace
}  // namespace tally
