// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/learned_rule.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/estimate/text_testing.h"

namespace tally {
namespace {

TallySpec text_column(const std::string& name, TokenKind tokens) {
  TallySpec spec;
  spec.name = name;
  spec.columns = {name};
  spec.family = Family::kText;
  spec.text.tokens = tokens;
  spec.text.given.is_running_text = name != "header";
  spec.is_pairs = name.ends_with("pair");
  return spec;
}

TEST(Leaning, IsTheFormulaOnAGridThatSumsExactly) {
  const Leaning leaning(950, 2075);
  const double d = leaning.of(17, 3);
  EXPECT_NEAR(d, std::log(17.03 / 950.06) - std::log(3.03 / 2075.06), 1e-9);
  EXPECT_EQ(d * (1 << 30), std::floor(d * (1 << 30)));
  EXPECT_EQ(Leaning(2075, 950).of(3, 17), -d);
}

TEST(Leaning, IsFiniteWhateverIsMissing) {
  EXPECT_TRUE(std::isfinite(Leaning(0, 0).of(0, 0)));
  EXPECT_GT(Leaning(10, 0).of(10, 0), 0);
  EXPECT_EQ(Leaning(INFINITY, INFINITY).of(INFINITY, INFINITY), 0);
}

TEST(RuleParts, OfGivenTermsKnowTheZones) {
  const RuleParts parts =
      rule_parts({text_column("body", TokenKind::kGiven), text_column("header", TokenKind::kGiven),
                  text_column("pair", TokenKind::kGiven)});
  EXPECT_EQ(parts.names, (std::vector<std::string>{"bias", "text", "text strong", "text top",
                                                   "body", "header", "pair", "length", "unseen"}));
  EXPECT_TRUE(parts.zones[0].in_text && parts.zones[0].in_words);
  EXPECT_TRUE(!parts.zones[1].in_text && parts.zones[1].in_words);
  EXPECT_TRUE(parts.zones[2].in_text && !parts.zones[2].in_words);
  EXPECT_EQ(prior_weights(parts), (std::vector<double>{0, 1, 1, 1, 1, 1, 1, 0, 0}));
  for (std::size_t part = 0; part < parts.size(); ++part) {
    EXPECT_FALSE(meaning_of(parts, part).empty());
  }
}

TEST(RuleParts, OfATableTakeEveryTextWholly) {
  TallySpec number;
  number.name = "age";
  number.columns = {"age"};
  const RuleParts parts = rule_parts({number, text_column("text", TokenKind::kWord)});
  ASSERT_EQ(parts.zones.size(), 1U);
  EXPECT_TRUE(parts.zones[0].in_text && parts.zones[0].in_words);
  EXPECT_EQ(parts.names[RuleParts::kZones], "column text");  // apart from the part "text"
}

TEST(RuleParts, PairsOfATableAreNoWords) {
  const RuleParts parts = rule_parts(
      {text_column("text", TokenKind::kWord), text_column("text.pair", TokenKind::kWord)});
  EXPECT_TRUE(parts.zones[0].in_text && parts.zones[0].in_words);
  EXPECT_TRUE(parts.zones[1].in_text && !parts.zones[1].in_words);
  EXPECT_EQ(parts.names[RuleParts::kZones + 1], "column text.pair");
}

TEST(LearnedRule, HasTheLambdaThatWasLearned) {
  const std::vector<TallySpec> specs{text_column("body", TokenKind::kWord)};
  const std::vector<Label> two{Label::of("ham"), Label::of("spam")};
  const std::vector<RuleWeight> learned{{"", "lambda", 0.3}}, senseless{{"", "lambda", -1}};
  EXPECT_EQ(learned_rule(specs, two, learned).lambda, 0.3);
  EXPECT_EQ(learned_rule(specs, two, senseless).lambda, 0.03);
  EXPECT_EQ(learned_rule(specs, two, {}).lambda, 0.03);
  EXPECT_NEAR(Leaning(9, 5, 0.3).of(4, 1), std::log(4.3 / 9.6) - std::log(1.3 / 5.6), 1e-9);
}

TEST(LearnedRule, TakesTheModelsWeightsAndElseThePriorOnes) {
  const std::vector<TallySpec> specs{text_column("body", TokenKind::kWord)};
  const std::vector<Label> two{Label::of("ham"), Label::of("spam")};
  const std::vector<RuleWeight> weights{{"", "messages", 12},
                                        {"ham", "bias", 9},
                                        {"spam", "bias", 0.5},
                                        {"spam", "text", 2},
                                        {"spam", "what nobody knows", 3}};
  EXPECT_EQ(learned_rule(specs, two, weights).weights,
            (std::vector<double>{0.5, 2, 1, 1, 1, 0, 0}));
  const std::vector<Label> three{Label::of("ham"), Label::of("news"), Label::of("spam")};
  EXPECT_EQ(learned_rule(specs, three, weights).weights,
            (std::vector<double>{9, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0.5, 2, 1, 1, 1, 0, 0}));
}

TEST(LearnedRule, TablesOfAModelReadInPartAreTheSame) {
  Question question;
  question.combine = Combine::kLearned;
  const Counts whole = counted_messages();
  const Estimates all = estimate(whole, question);
  const Estimates some = estimate(read_in_part(whole, {"free", "noon"}), question);
  const auto& table = std::get<LeaningTable>(all.features[0].table);
  const auto& part = std::get<LeaningTable>(some.features[0].table);
  EXPECT_EQ(part.terms->size(), 2);
  for (const char* term : {"free", "noon"}) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(part.leanings[static_cast<std::size_t>(part.terms->find(term)) * 3 + k],
                table.leanings[static_cast<std::size_t>(table.terms->find(term)) * 3 + k]);
    }
  }
}

}  // namespace
}  // namespace tally
