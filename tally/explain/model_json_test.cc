// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tally/explain.h"
#include "tally/explain/small_table_testing.h"

namespace tally {
namespace {

TEST(ModelJson, NothingIsCut) {
  SmallTable table;
  std::vector<std::string> classes, values;
  for (int i = 0; i < 30; ++i) {
    classes.push_back("k" + std::to_string(i));
    values.push_back("v" + std::to_string(i));
  }
  table.texts("y", classes, Role::kTarget).texts("f", values);
  const auto json = nlohmann::json::parse(show_json(table.counts(), maximum_likelihood()));
  EXPECT_EQ(json.at("target"), "y");
  EXPECT_EQ(json.at("rows"), 30);
  ASSERT_EQ(json.at("classes").size(), 30u);
  EXPECT_NEAR(json.at("classes").at(0).at("prior"), 1.0 / 30, 1e-16);
  const auto& feature = json.at("features").at(0);
  ASSERT_EQ(feature.at("values").size(), 30u);
  EXPECT_EQ(feature.at("values").at(0).at("value"), "v0");
  EXPECT_EQ(feature.at("values").at(0).at("n").at("k0"), 1);
  EXPECT_EQ(feature.at("values").at(0).at("p").at("k1"), 0);
  EXPECT_EQ(json.at("question").at("lambda"), 0);
}

TEST(ModelJson, EvidenceUnderBayes) {
  SmallTable coin;
  coin.texts("class", std::vector<std::string>(10, "coin"), Role::kTarget);
  coin.numbers("head", {1, 1, 1, 1, 1, 1, 1, 0, 0, 0}, Family::kBernoulli);
  Question question;
  question.method = Method::kBayes;
  question.lambda = 2;
  const auto json = nlohmann::json::parse(show_json(coin.counts(), question));
  EXPECT_NEAR(json.at("evidence").at("p"), 2.0 / 2145, 1e-15);
  EXPECT_EQ(json.at("features").at(0).at("values").at(1).at("a").at("coin"), 9);
}

}  // namespace
}  // namespace tally
