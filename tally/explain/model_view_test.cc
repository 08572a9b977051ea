// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/model_view.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/explain/small_table_testing.h"

namespace tally {
namespace {

// The numbers of this name, or none.
std::vector<double> numbers(const std::vector<ClassNumbers>& all, const std::string& name) {
  for (const ClassNumbers& entry : all) {
    if (entry.name == name) return entry.numbers;
  }
  return {};
}

TEST(ModelView, CountsBesideEstimates) {
  const ModelView model = view(li_hang().counts(), maximum_likelihood());
  EXPECT_EQ(model.rows, 15);
  EXPECT_EQ(model.class_counts, (std::vector<double>{6, 9}));
  EXPECT_NEAR(std::exp(model.log_prior[1]), 0.6, 1e-15);
  ASSERT_EQ(model.features.size(), 2u);
  const ValueView& s = model.features[1].values[2];
  EXPECT_EQ(s.value, "S");
  EXPECT_EQ(numbers(s.numbers, "n"), (std::vector<double>{3, 1}));
  EXPECT_NEAR(numbers(s.numbers, "p")[1], 1.0 / 9, 1e-15);
  EXPECT_TRUE(numbers(s.numbers, "a").empty());
  EXPECT_FALSE(model.log_evidence);
}

TEST(ModelView, MomentsByClass) {
  SmallTable table;
  table.texts("y", {"a", "a", "b", "b"}, Role::kTarget);
  table.numbers("x", {1, 3, 5, NAN}, Family::kGaussian)
      .numbers("c", {2, 4, 1, 0}, Family::kPoisson);
  table.numbers("same", {9, 9, 9, 9}, Family::kGaussian);
  const ModelView model = view(table.counts(), Question{});
  ASSERT_EQ(model.features.size(), 3u);
  EXPECT_EQ(numbers(model.features[0].quantities, "sum"), (std::vector<double>{6, 1}));
  EXPECT_EQ(numbers(model.features[0].quantities, "rate"), (std::vector<double>{3, 0.5}));
  EXPECT_TRUE(model.features[1].left_out);
  EXPECT_EQ(numbers(model.features[2].quantities, "n"), (std::vector<double>{2, 1}));
  EXPECT_EQ(numbers(model.features[2].quantities, "mean"), (std::vector<double>{2, 5}));
  EXPECT_EQ(numbers(model.features[2].quantities, "deviation")[0], 1);
  EXPECT_EQ(numbers(model.features[2].quantities, "missing"), (std::vector<double>{0, 1}));
}

TEST(ModelView, BayesHasThePosteriorAndTheEvidence) {
  SmallTable coin;
  coin.texts("class", std::vector<std::string>(10, "coin"), Role::kTarget);
  coin.numbers("head", {1, 1, 1, 1, 1, 1, 1, 0, 0, 0}, Family::kBernoulli);
  Question question;
  question.method = Method::kBayes;
  const ModelView model = view(coin.counts(), question);
  const FeatureView& head = model.features[0];
  EXPECT_EQ(numbers(head.values[1].numbers, "a"), (std::vector<double>{8}));
  EXPECT_NEAR(numbers(head.values[1].numbers, "p")[0], 2.0 / 3, 1e-15);
  ASSERT_TRUE(model.log_evidence);
  EXPECT_NEAR(std::exp(*model.log_evidence), 1.0 / 1320, 1e-15);
  coin.numbers("count", {1, 0, 2, 1, 0, 0, 1, 2, 3, 0}, Family::kPoisson);
  EXPECT_FALSE(view(coin.counts(), question).log_evidence);
}

}  // namespace
}  // namespace tally
