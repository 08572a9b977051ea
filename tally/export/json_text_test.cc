// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

using Json = nlohmann::json;

TEST(ToJson, HasTheQuestionTheLinesAndTheChecks) {
  const SheetHead head{R"({"lambda":1})", "1.2", {{{{"int", "3"}}, {0.25, 0.75}}}};
  const Json json = Json::parse(to_json(odd_sheet(), head));
  EXPECT_EQ(json["question"]["lambda"], 1);
  EXPECT_EQ(json["lines"].size(), 3U);
  EXPECT_EQ(json["lines"][0]["kind"], "values");
  EXPECT_EQ(json["lines"][2]["kind"], "normal");
  EXPECT_EQ(json["checks"][0]["row"]["int"], "3");
  EXPECT_EQ(json["checks"][0]["posterior"][1], 0.75);
  EXPECT_FALSE(json.contains("most_against"));
}

TEST(ToJson, HasTheTermsOfTexts) {
  const Json json = Json::parse(to_json(text_sheet(), {"{}", "1", {}}));
  EXPECT_EQ(json["lines"][0]["terms"], (Json{"a'b", "c"}));
  EXPECT_EQ(json["lines"][0]["says"][1], (Json{-3.0, -4.0}));
  EXPECT_EQ(json["lines"][0]["base"], (Json{0.5, 0.25}));
}

// JSON has no number for it, and null would be read as missing.
TEST(ToJson, NamesMinusInfinity) {
  Question question;
  question.lambda = 0;
  const Json json = Json::parse(to_json(odd_sheet(question), {"{}", "1", {}}));
  EXPECT_EQ(json["lines"][0]["unseen"], (Json{"-inf", "-inf"}));
  EXPECT_TRUE(json["start"][0].is_number());
}

TEST(ToJson, SaysWhatWeightedDoesBesides) {
  const Json json = Json::parse(
      to_json(weighted(sheet_with(SheetNormal{"x", {0, 1}, {1, 2}}, "x"), 0.5), {"{}", "1", {}}));
  EXPECT_EQ(json["most_against"], 700);
  EXPECT_EQ(json["rows"], 10);
  EXPECT_EQ(json["lines"][0]["weight"], 0.5);
}

}  // namespace
}  // namespace tally
