// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "tally/assess.h"

namespace tally {
namespace {

using nlohmann::json;

ScoreSummary two_classes() {
  ScoreSummary s;
  s.rows = 1.5;
  s.impossible = 1;
  s.truths = s.decisions = {Label::of("ham"), Label::of("spam")};
  s.confusion = {0, 0, 0.5, 0};
  s.classes.resize(2);
  s.classes[0].rows = 1;
  s.classes[0].auc = 0.75;
  s.reliability = {{0.4, 0.5, 2, 0.45, 0.5}};
  return s;
}

TEST(ScoreJson, NamesTheRuleThatAnswered) {
  ScoreSummary summary = two_classes();
  EXPECT_FALSE(json::parse(to_json(summary)).contains("rule"));  // there was no choice
  summary.rules = {{Rule::kWeighted, 7}};
  EXPECT_EQ(json::parse(to_json(summary)).at("rule"), "weighted");
  summary.rules[Rule::kNaive] = 3;
  const json found = json::parse(to_json(summary));
  EXPECT_EQ(found.at("rule"), "auto");
  EXPECT_EQ(found.at("rows_by_rule"), json::parse(R"({"naive": 3, "weighted": 7})"));
}

TEST(ScoreJson, HasEveryKey) {
  const json found = json::parse(to_json(two_classes()));
  for (const char* key :
       {"rows", "accuracy", "balanced_accuracy", "log_loss", "brier", "auc", "ece",
        "log_likelihood", "realised_risk", "expected_risk", "impossible", "accuracy_bound",
        "largest_class", "classes", "confusion", "reliability"}) {
    EXPECT_TRUE(found.contains(key)) << key;
  }
  EXPECT_EQ(found.at("rows"), 1.5);
  EXPECT_EQ(found.at("impossible"), 1);
  EXPECT_EQ(found.at("confusion").at("spam").at("ham"), 0.5);
  EXPECT_TRUE(found.at("confusion").at("ham").at("ham").is_number_integer());
  EXPECT_EQ(found.at("classes").at("ham").at("auc"), 0.75);
  EXPECT_TRUE(found.at("classes").at("ham").at("rows").is_number_integer());
  EXPECT_EQ(found.at("reliability").at(0).at("confidence"), 0.45);
}

TEST(ScoreJson, TheInfiniteAndTheUndefinedAreNull) {
  ScoreSummary s = two_classes();
  s.log_loss = std::numeric_limits<double>::infinity();
  s.log_likelihood = -s.log_loss;
  const json found = json::parse(to_json(s));
  for (const char* key : {"log_loss", "log_likelihood", "auc", "accuracy_bound"}) {
    EXPECT_TRUE(found.at(key).is_null()) << key;
  }
  EXPECT_TRUE(found.at("classes").at("spam").at("auc").is_null());
}

TEST(ScoreJson, TopStandsThereWhereItWasAsked) {
  ScoreSummary s = two_classes();
  EXPECT_FALSE(json::parse(to_json(s)).contains("top"));
  s.top = 3;
  s.top_accuracy = 0.9;
  EXPECT_EQ(json::parse(to_json(s)).at("top"), json({{"k", 3}, {"accuracy", 0.9}}));
}

}  // namespace
}  // namespace tally
