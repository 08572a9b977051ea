// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "tally/base/log_math.h"
#include "tally/infer/scorer_testing.h"

namespace tally {
namespace {

constexpr double kNone = TestTable::kMissing;

const std::vector<std::string> kTerms = {"t1", "t2", "t3", "t4"};

TestTable document(const std::vector<double>& x) {
  TestTable table;
  for (std::size_t t = 0; t < x.size(); ++t) table.numbers(kTerms[t], {x[t]});
  return table;
}

// Class totals 5, 0, 2, 1 and λ = 0.3.
FeatureEstimate polya() {
  return feature_of(Family::kMultinomial, PolyaTable{{5.3, 0.3, 2.3, 1.3}, {9.2}}, kTerms);
}

FeatureEstimate plug_in() {
  MultinomialTable table;
  for (const double a : {5.3, 0.3, 2.3, 1.3}) table.log_p.push_back(std::log(a / 9.2));
  return feature_of(Family::kMultinomial, table, kTerms);
}

TEST(GroupScorer, KnownValues) {
  const TestTable x = document({2, 1, 0, 1});
  EXPECT_NEAR(scores(plug_in(), 1, x.batch())[0], -6.483008835, 5e-10);
  EXPECT_NEAR(scores(polya(), 1, x.batch())[0], -6.892293020, 5e-10);
}

TEST(GroupScorer, ThePredictiveIsTheProductOfSequentialPredictives) {
  const double by_hand = (5.3 / 9.2) * (6.3 / 10.2) * (0.3 / 11.2) * (1.3 / 12.2);
  EXPECT_NEAR(scores(polya(), 1, document({2, 1, 0, 1}).batch())[0], std::log(by_hand), 1e-14);
  // Thirty of one term: beyond the few factors that are multiplied out.
  double log_p = 0;
  for (int i = 0; i < 30; ++i) log_p += std::log((2.3 + i) / (9.2 + i));
  EXPECT_NEAR(scores(polya(), 1, document({0, 0, 30, 0}).batch())[0], log_p, 1e-13);
}

TEST(GroupScorer, RealCountsLieBetweenWholeOnes) {
  const auto at = [](double x) { return scores(polya(), 1, document({x, 0, 0, 0}).batch())[0]; };
  EXPECT_LT(at(2.5), at(2));
  EXPECT_GT(at(2.5), at(3));
  EXPECT_NEAR(at(2.5), std::lgamma(7.8) - std::lgamma(5.3) - std::lgamma(11.7) + std::lgamma(9.2),
              1e-13);
}

TEST(GroupScorer, WhatIsMissingOrZeroSaysNothing) {
  EXPECT_EQ(scores(polya(), 1, document({0, kNone, 0, 0}).batch())[0], 0);
  MultinomialTable table{{kLogZero, std::log(1.0), kLogZero, kLogZero}};
  const FeatureEstimate feature = feature_of(Family::kMultinomial, table, kTerms);
  EXPECT_EQ(scores(feature, 1, document({0, 3, kNone, 0}).batch())[0], 0);
  EXPECT_EQ(scores(feature, 1, document({1, 3, 0, 0}).batch())[0], kLogZero);
}

TEST(GroupScorer, HugeCountsAreNeverNaN) {
  for (const double x : {1e20, 1e300, 1.7e308}) {
    EXPECT_LE(scores(polya(), 1, document({x, x, 0, 0}).batch())[0], 0) << x;
    EXPECT_LE(scores(plug_in(), 1, document({x, x, 0, 0}).batch())[0], 0) << x;
  }
}

TEST(GroupScorer, RefusesNegativeCounts) {
  expect_refused(polya(), 1, document({0, 0, -1, 0}).batch(), 0, "t3", "found -1");
  expect_refused(plug_in(), 1, document({0, 0, 0, INFINITY}).batch(), 0, "t4", "found inf");
}

}  // namespace
}  // namespace tally
