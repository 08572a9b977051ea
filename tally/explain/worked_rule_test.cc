// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/worked_rule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tally/infer/rule_testing.h"
#include "tally/inside/explain.h"

namespace tally {
namespace {

Explanation why(const std::vector<std::string>& classes) {
  const std::vector<Message> messages = random_messages(30, classes, 21);
  const Counts counts = counted(messages);
  const std::vector<Label> labels = counts.class_labels();
  const std::vector<RuleWeight> weights{{"spam", "text", 2}, {"spam", "bias", 0.25}};
  Question question;
  question.combine = Combine::kLearned;
  const TestTable table = table_of({messages[1]});
  return explain(counts, question, Loss::zero_one(labels), table.batch(), 0, weights);
}

TEST(WorkedRule, PartsAddUpToTheLogitAndTheLogitToTheProbability) {
  const Explanation found = why({"ham", "spam"});
  ASSERT_EQ(found.rule.size(), 1U);
  const WorkedRule& rule = found.rule[0];
  EXPECT_EQ(rule.klass, 1U);
  double logit = rule.before;
  for (const WorkedPart& part : rule.parts) logit += part.adds();
  EXPECT_NEAR(rule.logit, logit, 1e-12);
  EXPECT_NEAR(found.posterior[1], 1 / (1 + std::exp(-logit)), 1e-12);
  EXPECT_EQ(rule.parts[0].weight, 0.25);
  EXPECT_EQ(rule.parts[1].weight, 2);
}

TEST(WorkedRule, TermsLeanOppositeWaysInTwoClasses) {
  const Explanation found = why({"ham", "spam"});
  ASSERT_FALSE(found.terms.empty());
  for (const WorkedTerm& term : found.terms) {
    EXPECT_EQ(term.says[0], -term.says[1]);
    EXPECT_EQ(term.contribution, term.says[found.told_class()]);
  }
}

TEST(WorkedRule, TextNamesZonesWithTheirTermsAndTheLogit) {
  const std::string text = to_text(why({"ham", "spam"}));
  for (const char* wanted : {"The learned rule", "subject", "pair", "logit", "w2",
                             "against the rest", "P(y = spam | x)", "Decision: y = "}) {
    EXPECT_NE(text.find(wanted), std::string::npos) << wanted << "\n" << text;
  }
}

TEST(WorkedRule, JsonHasEveryClassOfThree) {
  const auto json = nlohmann::json::parse(to_json(why({"ham", "news", "spam"})));
  EXPECT_EQ(json["combine"], "learned");
  ASSERT_EQ(json["rule"].size(), 3U);
  EXPECT_EQ(json["rule"][2]["class"], "spam");
  EXPECT_EQ(json["rule"][2]["parts"][1]["weight"], 2);
  EXPECT_EQ(json["rule"][0]["parts"][1]["part"], "text");
}

}  // namespace
}  // namespace tally
