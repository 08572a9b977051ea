// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/worked_voices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tally/explain/weights_view.h"

namespace tally {
namespace {

Counts eighty_rows() {
  Counts counts(counted_as(Counting::kWeighted,
                           validated({{feature("colour", Family::kCategorical, ValueType::kText),
                                       feature("size", Family::kGaussian), target_column("class")},
                                      {},
                                      {}})));
  for (int i = 0; i < 20; ++i) {
    counts.add(BatchBuilder()
                   .texts("colour", {"red", "red", "blue", "blue"})
                   .numbers("size", {1, 2, 6, 7})
                   .texts("class", {"a", "a", "b", "b"})
                   .batch());
  }
  return counts;
}

const std::vector<RuleWeight> kWeights{
    {"", "chosen:weighted", 1}, {"", "accuracy:naive", 0.5},   {"", "bins:size", 0.25},
    {"", "law:size", 0.5},      {"", "log-loss:naive", 0.125}, {"", "messages", 80},
    {"", "sampled", 4},         {"", "value:colour", 2},       {"a", "bias", 0.125},
    {"b", "bias", -0.125}};

Explanation explained(std::vector<double> size, const std::vector<std::string>& colour) {
  const Counts counts = eighty_rows();
  Question question;
  question.rule = Rule::kWeighted;
  return explain(counts, question, Loss::zero_one(counts.class_labels()),
                 BatchBuilder().numbers("size", std::move(size)).texts("colour", colour).batch(), 0,
                 kWeights);
}

// Prior, biases and voices add up to the log-odds of the softmax.
TEST(WorkedVoices, AddUpToTheDecision) {
  const Explanation why = explained({2.5}, {"blue"});
  ASSERT_EQ(why.voices.size(), 4U);
  double log_odds = why.prior[0].log_value - why.prior[1].log_value + why.biases[0] - why.biases[1];
  for (const WorkedVoice& voice : why.voices) {
    log_odds += voice.weight * (voice.log_p[0] - voice.log_p[1]);
  }
  const double p = 1 / (1 + std::exp(-log_odds));
  EXPECT_NEAR(why.posterior[0], (p + 0.5 / 80) / (1 + 1.0 / 80), 1e-12);
  const std::string text = to_text(why);
  EXPECT_NE(text.find("The weighted rule: the log-odds of class = "), std::string::npos) << text;
  EXPECT_NE(text.find("bins ≤ 4"), std::string::npos) << text;
  EXPECT_NE(text.find("value blue"), std::string::npos) << text;
}

TEST(WorkedVoices, TellTheCountsTheySpeakFrom) {
  const Explanation why = explained({2.5}, {"blue"});
  EXPECT_EQ(why.voices[0].feature, "colour");
  EXPECT_EQ(why.voices[0].rows, (std::vector<double>{0, 40}));
  EXPECT_EQ(why.voices[2].voice, "bins");
  EXPECT_EQ(why.voices[2].rows, (std::vector<double>{40, 0}));
  EXPECT_TRUE(why.voices[1].rows.empty());
}

TEST(WorkedVoices, WhatIsMissingIsNotHeard) {
  const Explanation why = explained({NAN}, {""});
  EXPECT_TRUE(why.voices.empty());
  EXPECT_NE(to_text(why).find("Not given: colour, size"), std::string::npos);
  EXPECT_EQ(explained({3}, {"green"}).voices[0].source, "never seen");
}

TEST(WorkedVoices, AreData) {
  const auto json = nlohmann::json::parse(to_json(explained({6.5}, {"red"})));
  EXPECT_EQ(json["rule"], "weighted");
  ASSERT_EQ(json["voices"].size(), 4U);
  EXPECT_EQ(json["voices"][0]["feature"], "colour");
  EXPECT_EQ(json["voices"][0]["rows"]["a"], 40);
  EXPECT_EQ(json["voices"][0]["weight"], 2);
  EXPECT_EQ(json["bias"]["b"], -0.125);
}

TEST(WeightsView, ListsTheHeaviestFirst) {
  const Counts counts = eighty_rows();
  const std::string text = weights_view_text(counts, kWeights);
  EXPECT_LT(text.find("colour"), text.find("size")) << text;
  EXPECT_NE(text.find("Learned when 80 rows were counted, from a sample of 4."), std::string::npos);
  const auto json = nlohmann::json::parse(weights_view_json(counts, kWeights));
  EXPECT_EQ(json["answers"], "weighted");
  EXPECT_EQ(json["weights"][0]["feature"], "colour");
  EXPECT_EQ(json["weights"][2]["heard_as"], "bins");
  EXPECT_EQ(json["rules"]["naive"]["log_loss"], 0.125);
  EXPECT_EQ(json["biases"]["a"], 0.125);
  EXPECT_THROW(weights_view_text(counts, {}), Error);
}

}  // namespace
}  // namespace tally
