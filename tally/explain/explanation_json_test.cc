// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tally/explain.h"
#include "tally/explain/small_table_testing.h"

namespace tally {
namespace {

nlohmann::json json_of(const SmallTable& table, std::int64_t row, const Question& question) {
  const Counts counts = table.counts();
  const std::vector<Label> classes = counts.class_labels();
  return nlohmann::json::parse(
      to_json(explain(counts, question, Loss::zero_one(classes), table.batch(), row)));
}

TEST(ExplanationJson, TheSameAsData) {
  const nlohmann::json json = json_of(li_hang(), kRow2S, maximum_likelihood());
  EXPECT_EQ(json.at("target"), "Y");
  EXPECT_EQ(json.at("prior").at("1").at("formula"), "9/15");
  EXPECT_NEAR(json.at("joint").at("1"), 1.0 / 45, 1e-15);
  EXPECT_NEAR(json.at("posterior").at("-1"), 0.75, 1e-15);
  EXPECT_NEAR(json.at("risk").at("1"), 0.75, 1e-15);
  EXPECT_EQ(json.at("decision"), "-1");
  EXPECT_EQ(json.at("features").at(1).at("likelihood").at("-1").at("formula"), "3/6");
  EXPECT_EQ(json.at("contributions_to"), "-1");
  EXPECT_EQ(json.at("contributions").at(0).at("feature"), "X2");
  EXPECT_NEAR(json.at("contributions").at(0).at("log_odds"), std::log(4.5), 1e-15);
}

TEST(ExplanationJson, WhatIsInfiniteIsNull) {
  SmallTable table;
  table.texts("y", {"a", "b", ""}, Role::kTarget)
      .texts("u", {"p", "q", "r"})
      .texts("v", {"1", "2", ""});
  const nlohmann::json json = json_of(table, 2, maximum_likelihood());
  EXPECT_EQ(json.at("impossible"), true);
  EXPECT_TRUE(json.at("log_evidence").is_null());
  EXPECT_TRUE(json.at("decision").is_null());
  EXPECT_TRUE(json.at("posterior").at("a").is_null());
  EXPECT_EQ(json.at("joint").at("a"), 0);
  EXPECT_EQ(json.at("features").at(1).at("missing"), true);
}

}  // namespace
}  // namespace tally
