// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/feature_scorer.h"

#include <gtest/gtest.h>

#include "tally/infer/scorer_testing.h"

namespace tally {
namespace {

TEST(FeatureScorer, EveryTableHasOne) {
  const CategoricalTable values{{Label::of("a")}, {-1}, {-2}, {}, 1, {}};
  EXPECT_EQ(
      scores(feature_of(Family::kCategorical, values), 1, TestTable().texts("x", {"a"}).batch())[0],
      -1);
  TestTable zero;
  zero.numbers("x", {0});
  for (const ProbabilityTable& table :
       {ProbabilityTable(MultinomialTable{{-1}}), ProbabilityTable(PolyaTable{{1}, {1}}),
        ProbabilityTable(GaussianTable{{0}, {1}}), ProbabilityTable(StudentTable{{1}, {0}, {1}}),
        ProbabilityTable(PoissonTable{{1}}), ProbabilityTable(NegativeBinomialTable{{1}, {1}})}) {
    EXPECT_LE(scores(feature_of(Family::kGaussian, table), 1, zero.batch())[0], 0);
  }
}

TEST(FeatureScorer, ReadsItsColumnsThenItsExposure) {
  EXPECT_EQ(columns_read(feature_of(Family::kPoisson, PoissonTable{{1}}, {"x"}, "hours")),
            (std::vector<ColumnToRead>{{"x", ValueType::kNumber}, {"hours", ValueType::kNumber}}));
  EXPECT_EQ(columns_read(feature_of(Family::kMultinomial, PolyaTable{}, {"a", "b"})),
            (std::vector<ColumnToRead>{{"a", ValueType::kNumber}, {"b", ValueType::kNumber}}));
}

}  // namespace
}  // namespace tally
