// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/weighted_sum.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/inside/infer.h"

namespace tally {
namespace {

// Two features of two classes, one of them a category that class b never has.
Estimates two_features() {
  Estimates out;
  out.classes = {Label::of("a"), Label::of("b")};
  out.log_prior = {std::log(0.75), std::log(0.25)};
  FeatureEstimate bins;
  bins.name = "bins:x";
  bins.columns = {"x"};
  bins.table = BinTable{0, {5}, {std::log(0.2), std::log(0.6), std::log(0.8), std::log(0.4)}};
  FeatureEstimate value;
  value.name = "value:c";
  value.family = Family::kCategorical;
  value.columns = {"c"};
  value.type = ValueType::kText;
  CategoricalTable table;
  table.values = {Label::of("red")};
  table.log_p = {std::log(0.5), -HUGE_VAL};
  table.log_p_unseen = {-HUGE_VAL, -HUGE_VAL};
  value.table = table;
  out.features = {bins, value};
  out.weighted = FeatureWeights{{2, 0.5}, {0.1, -0.3}, out.log_prior, {0.75, 0.25}, 10};
  return out;
}

TEST(WeightedSum, IsTheFormula) {
  const Scorer scorer(two_features());
  EXPECT_FALSE(scorer.joint_is_defined());
  Inference inference(scorer);
  const Posteriors& answers =
      inference.infer(BatchBuilder().numbers("x", {3, 7, NAN}).texts("c", {"", "", ""}).batch());
  const double odds[] = {std::pow(0.2 / 0.6, 2), std::pow(0.8 / 0.4, 2), 1};
  for (std::int64_t row = 0; row < 3; ++row) {
    const double a = 0.75 * std::exp(0.1) * odds[row], b = 0.25 * std::exp(-0.3);
    const double p = a / (a + b);
    EXPECT_NEAR(answers.posterior_of(row)[0], (p + 0.075) / 1.1, 1e-14) << row;
    EXPECT_NEAR(answers.posterior_of(row)[0] + answers.posterior_of(row)[1], 1, 1e-15);
  }
}

// What is impossible in one class is only very unlikely; what is so in every class says nothing.
TEST(WeightedSum, ImpossibleIsTempered) {
  const Scorer scorer(two_features());
  Inference inference(scorer);
  const Posteriors& answers = inference.infer(
      BatchBuilder().numbers("x", {3, 3, 3}).texts("c", {"red", "blue", ""}).batch());
  EXPECT_NEAR(answers.posterior_of(0)[1], 0.025 / 1.1, 1e-12);
  EXPECT_EQ(answers.posterior_of(1)[0], answers.posterior_of(2)[0]);
  EXPECT_FALSE(answers.impossible(1));
}

}  // namespace
}  // namespace tally
