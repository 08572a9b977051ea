// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/weighted_rule.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tally {
namespace {

// Six rows of two classes: a colour, and a size that is 1, 2 or 3 in one class and 7 in the other.
Counts six_rows(std::int64_t times = 1) {
  const Schema schema = counted_as(
      Counting::kWeighted, validated({{feature("colour", Family::kCategorical, ValueType::kText),
                                       feature("size", Family::kGaussian), target_column("class")},
                                      {},
                                      {}}));
  Counts counts(schema);
  const Batch batch = BatchBuilder()
                          .texts("colour", {"red", "red", "blue", "blue", "blue", ""})
                          .numbers("size", {1, 2, 3, 7, 7, 7})
                          .texts("class", {"a", "a", "a", "b", "b", "b"})
                          .batch();
  for (std::int64_t i = 0; i < times; ++i) counts.add(batch);
  return counts;
}

std::vector<RuleWeight> weights() {
  return {{"", "chosen:weighted", 1},
          {"", "accuracy:naive", 0.5},
          {"", "log-loss:naive", 0.7},
          {"", "accuracy:weighted", 0.75},
          {"", "log-loss:weighted", 0.25},
          {"", "law:size", 0.5},
          {"", "bins:size", 0.25},
          {"", "value:colour", 2},
          {"a", "bias", 0.125},
          {"b", "bias", -0.125}};
}

TEST(SayValue, IsTheShareWithAGuessFromAllClasses) {
  const std::vector<ExactSum> in_value{ExactSum(3), ExactSum(1)}, totals{ExactSum(8), ExactSum(4)};
  std::vector<double> said(2);
  say_value(in_value, totals, 5, said);
  const double p = (4 + 0.5) / (12 + 2.5);
  EXPECT_DOUBLE_EQ(said[0], std::log((3 + p) / 9));
  EXPECT_DOUBLE_EQ(said[1], std::log((1 + p) / 5));
}

TEST(LogShares, HaveOneRowInAllFromNowhere) {
  const std::vector<double> found = log_shares(six_rows().classes());
  EXPECT_DOUBLE_EQ(found[0], std::log(3.5 / 7));
  EXPECT_DOUBLE_EQ(found[1], std::log(3.5 / 7));
}

TEST(Temper, BoundsWhatIsSaidAgainstAClass) {
  std::vector<double> said{3, -HUGE_VAL, -800};
  temper(said);
  EXPECT_EQ(said, (std::vector<double>{3, -697, -697}));
  said = {-HUGE_VAL, -HUGE_VAL};
  temper(said);
  EXPECT_EQ(said, (std::vector<double>{0, 0}));
}

TEST(WeightedEstimates, AreTheTablesOfEveryVoice) {
  const Counts counts = six_rows(20);
  Question question;
  question.rule = Rule::kWeighted;
  const Estimates found = estimate(counts, question, weights());
  ASSERT_TRUE(found.weighted);
  std::vector<std::string> names;
  for (const FeatureEstimate& feature : found.features) names.push_back(feature.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"value:colour", "law:size", "bins:size", "even:size"}));
  EXPECT_EQ(found.weighted->weights, (std::vector<double>{2, 0.5, 0.25, 0}));
  EXPECT_EQ(found.weighted->biases, (std::vector<double>{0.125, -0.125}));
  EXPECT_EQ(found.weighted->rows, 120);
  const auto& bins = std::get<BinTable>(found.features[2].table);
  EXPECT_EQ(bins.cuts, std::vector<double>{5});
  const double p = (60 + 0.5) / (120 + 1);
  EXPECT_DOUBLE_EQ(bins.log_p[0], std::log((60 + p) / 61));
  EXPECT_DOUBLE_EQ(bins.log_p[1], std::log((0 + p) / 61));
  const auto& colours = std::get<CategoricalTable>(found.features[0].table);
  const double red = (40 + 0.5) / (100 + 1);
  EXPECT_EQ(colours.values[1], Label::of("red"));
  EXPECT_DOUBLE_EQ(colours.log_p[2], std::log((40 + red) / 61));
  EXPECT_DOUBLE_EQ(colours.log_p[3], std::log((0 + red) / 41));
  const double unseen = 0.5 / 101;
  EXPECT_DOUBLE_EQ(colours.log_p_unseen[1], std::log(unseen / 41));
}

TEST(WeightedEstimates, AnotherPriorTakesThePlaceOfTheShares) {
  Question question;
  question.rule = Rule::kWeighted;
  question.prior = PriorKind::kGiven;
  question.given_prior = {{"a", 0.9}, {"b", 0.1}};
  const Estimates found = estimate(six_rows(), question, weights());
  EXPECT_DOUBLE_EQ(found.log_prior[0], std::log(0.9));
  EXPECT_NEAR(found.weighted->shares[1], 0.1, 1e-15);
}

TEST(RuleOf, AutoIsWhatTheModelHasChosen) {
  Question question;
  EXPECT_EQ(rule_of(question, weights()), Rule::kNaive);
  question.rule = Rule::kAuto;
  EXPECT_EQ(rule_of(question, weights()), Rule::kWeighted);
  EXPECT_EQ(rule_of(question, {}), Rule::kNaive);
  question.lambda = 0.5;  // which only naive Bayes can be asked
  EXPECT_EQ(rule_of(question, weights()), Rule::kNaive);
  question.rule = Rule::kWeighted;
  EXPECT_THROW(validate(question), Error);
  question.lambda = 1;
  EXPECT_NO_THROW(validate(question));
  EXPECT_THROW(rule_of(question, {}), Error);
}

TEST(RuleRows, AreReadBack) {
  const std::vector<RuleScore> scores = rule_scores(weights());
  ASSERT_EQ(scores.size(), 2U);
  EXPECT_EQ(scores[1].rule, Rule::kWeighted);
  EXPECT_EQ(scores[1].accuracy, 0.75);
  EXPECT_EQ(scores[0].log_loss, 0.7);
  EXPECT_TRUE(rule_scores({}).empty());
  EXPECT_EQ(parse_voice_name("bins:a:b")->tally, "a:b");
  EXPECT_EQ(parse_voice_name("bins:a:b")->voice, Voice::kBins);
  EXPECT_FALSE(parse_voice_name("bins"));
  EXPECT_FALSE(parse_voice_name("accuracy:naive"));
}

TEST(Question, ARuleIsStoredWhereItIsNotNaive) {
  Question question;
  EXPECT_EQ(to_json(question).find("rule"), std::string::npos);
  question.rule = Rule::kAuto;
  EXPECT_EQ(question_from_json(to_json(question)), question);
  EXPECT_THROW(question_from_json(R"({"rule":"best"})"), Error);
}

}  // namespace
}  // namespace tally
