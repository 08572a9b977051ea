// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/rule_view.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tally/base/error.h"
#include "tally/infer/rule_testing.h"

namespace tally {
namespace {

const std::vector<RuleWeight> kWeights{
    {"", "lambda", 0.3}, {"", "messages", 30}, {"", "sampled", 20}, {"spam", "header", 0.625}};

TEST(RuleView, TextHasTheStateAndALineForEachPart) {
  const Counts counts = counted(random_messages(30, {"ham", "spam"}, 1));
  const std::string text = rule_view_text(counts, kWeights);
  for (const char* wanted :
       {"30 rows", "sample of 20", "λ = 0.3", "y = spam against the rest", "0.625",
        "the strong terms in header", "the share of terms that are not known"}) {
    EXPECT_NE(text.find(wanted), std::string::npos) << wanted << "\n" << text;
  }
  EXPECT_NE(rule_view_text(counts, {}).find("prior weights"), std::string::npos);
}

TEST(RuleView, JsonHasTheSame) {
  const Counts counts = counted(random_messages(30, {"ham", "spam"}, 1));
  const auto json = nlohmann::json::parse(rule_view_json(counts, kWeights));
  EXPECT_EQ(json["messages"], 30);
  EXPECT_EQ(json["lambda"], 0.3);
  EXPECT_EQ(json["rules"][0]["class"], "spam");
  EXPECT_EQ(json["rules"][0]["parts"][5]["part"], "header");
  EXPECT_EQ(json["rules"][0]["parts"][5]["weight"], 0.625);
  EXPECT_EQ(json["rules"][0]["parts"][5]["prior_weight"], 1);
  EXPECT_TRUE(nlohmann::json::parse(rule_view_json(counts, {}))["messages"].is_null());
}

TEST(RuleView, RefusesAModelWithoutText) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian, ValueType::kNumber),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  EXPECT_THROW(rule_view_text(Counts(validated(schema)), {}), Error);
}

}  // namespace
}  // namespace tally
