// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/worked_together.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "tally/explain/weights_view.h"

namespace tally {
namespace {

// The parity of two columns and a number tells the class; the histograms have no cut.
Counts eighty_rows() {
  Schema schema =
      counted_as(Counting::kWeighted,
                 validated({{feature("a,b", Family::kCategorical, ValueType::kText),
                             feature("flag", Family::kBernoulli, ValueType::kBoolean),
                             feature("size", Family::kGaussian),
                             feature("weight", Family::kGaussian), target_column("class")},
                            {},
                            {}}));
  schema.joint.grid = {{"a,b", {}}, {"flag", {}}, {"size", {1.5, 4}}};
  schema.joint.triples = {{"a,b", "flag", "size"}};
  schema.joint.scaled = {{"size", 3, 2}, {"weight", 50, 10}};
  Counts counts(validated(schema));
  for (int i = 0; i < 20; ++i) {
    counts.add(BatchBuilder()
                   .texts("a,b", {"red", "red", "blue", "blue"})
                   .booleans("flag", {true, false, true, false})
                   .numbers("size", {1, 2, 2, 7})
                   .numbers("weight", {50, 60, i % 2 == 0 ? 55.0 : 40.0, 51})
                   .texts("class", {"odd", "even", "even", "odd"})
                   .batch());
  }
  return counts;
}

const std::vector<RuleWeight> kWeights{{"", "accuracy:full", 0.75},
                                       {"", "accuracy:naive", 0.5},
                                       {"", "chosen:full", 1},
                                       {"", "full/linear", 0.1},
                                       {"", "full/mixture", 0.5},
                                       {"", "full/parent:a\\,b", 0.25},
                                       {"", "full/parent:size", 0.125},
                                       {"", "full/quadratic", 0.2},
                                       {"", "full/triple:a\\,b,flag,size", 1.5},
                                       {"", "full/value:a,b", 0.75},
                                       {"", "log-loss:full", 0.25},
                                       {"", "log-loss:naive", 0.5},
                                       {"", "messages", 80},
                                       {"", "sampled", 4},
                                       {"", "value:flag", 2},
                                       {"even", "bias", 0.5},
                                       {"even", "full/bias", 0.125},
                                       {"odd", "bias", -0.5},
                                       {"odd", "full/bias", -0.125}};

Explanation explained(double size, const std::string& colour,
                      PriorKind prior = PriorKind::kSmoothed) {
  const Counts counts = eighty_rows();
  Question question;
  question.rule = Rule::kFull;
  question.prior = prior;
  return explain(counts, question, Loss::zero_one(counts.class_labels()),
                 BatchBuilder()
                     .numbers("size", {size})
                     .numbers("weight", {NAN})
                     .texts("a,b", {colour})
                     .booleans("flag", {true})
                     .batch(),
                 0, kWeights);
}

const WorkedVoice* find(const Explanation& why, const std::string& voice,
                        const std::string& feature) {
  for (const WorkedVoice& one : why.voices) {
    if (one.voice == voice && one.feature == feature) return &one;
  }
  return nullptr;
}

// Biases and voices add up to the log-odds of the softmax.
TEST(WorkedTogether, AddsUpToTheDecision) {
  for (const PriorKind prior : {PriorKind::kSmoothed, PriorKind::kUniform}) {
    for (const std::string colour : {"blue", "", "green"}) {
      const Explanation why = explained(2, colour, prior);
      EXPECT_EQ(why.answers, Rule::kFull);
      double log_odds =
          why.prior[0].log_value - why.prior[1].log_value + why.biases[0] - why.biases[1];
      for (const WorkedVoice& voice : why.voices) {
        log_odds += voice.weight * (voice.log_p[0] - voice.log_p[1]);
      }
      const double p = 1 / (1 + std::exp(-log_odds));
      EXPECT_NEAR(why.posterior[0], (p + 0.5 / 80) / (1 + 1.0 / 80), 1e-12);
    }
  }
}

TEST(WorkedTogether, TellsWhatItSpeaksFrom) {
  const Explanation why = explained(2, "blue");
  const WorkedVoice* const triple = find(why, "triple", "a,b, flag, size");
  ASSERT_NE(triple, nullptr);
  EXPECT_EQ(triple->source, "blue, true, 1.5 … 4");
  EXPECT_EQ(triple->rows, (std::vector<double>{20, 0}));
  EXPECT_EQ(triple->weight, 1.5);
  ASSERT_NE(find(why, "parent", "a,b"), nullptr);
  EXPECT_EQ(find(why, "parent", "a,b")->source, "given a,b = blue");
  EXPECT_EQ(find(why, "parent", "a,b")->weight, 0.25);
  EXPECT_EQ(find(why, "parent", "size")->source, "given size = 1.5 … 4");
  EXPECT_EQ(find(why, "mixture", "together")->weight, 0.5);
  EXPECT_EQ(find(why, "quadratic", "together")->weight, 0.2);
  EXPECT_EQ(find(explained(2, "green"), "parent", "a,b")->source, "given a,b = never seen");
  const Explanation without = explained(NAN, "");
  EXPECT_EQ(find(without, "parent", "a,b")->source, "given a,b = missing");
  EXPECT_EQ(find(without, "triple", "a,b, flag, size"), nullptr);
}

TEST(WorkedTogether, NamesEveryColumn) {
  const Explanation why = explained(2, "blue");
  std::vector<std::string> names;
  for (const WorkedFeature& feature : why.features) names.push_back(feature.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a,b", "flag", "size", "weight"}));
  const std::string text = to_text(why);
  EXPECT_NE(text.find("The full rule: the log-odds of class = even against odd (nats)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Not given: weight"), std::string::npos) << text;
  EXPECT_NE(text.find("triple blue, true, 1.5 … 4"), std::string::npos) << text;
  EXPECT_EQ(text.find("prior  "), std::string::npos) << text;
  const auto json = nlohmann::json::parse(to_json(why));
  EXPECT_EQ(json["rule"], "full");
  EXPECT_EQ(json["voices"].size(), why.voices.size());
}

// By hand: the rows of the class with this value, where those with that value of the column it hangs on are
// so many: log((n + 1/V) / (m + 1)).
double smoothed(double n, double m, double values) { return std::log((n + 1 / values) / (m + 1)); }

Explanation explained_by_tree(const std::string& colour, std::optional<bool> flag) {
  const Counts counts = eighty_rows();
  Question question;
  question.rule = Rule::kTan;
  return explain(counts, question, Loss::zero_one(counts.class_labels()),
                 BatchBuilder()
                     .numbers("size", {2})
                     .numbers("weight", {NAN})
                     .texts("a,b", {colour})
                     .booleans("flag", {flag})
                     .batch(),
                 0, kWeights);
}

TEST(WorkedTree, AddsUpToTheDecision) {
  for (const std::string colour : {"red", "blue", "", "green"}) {
    for (const std::optional<bool> flag :
         {std::optional(true), std::optional(false), std::optional<bool>()}) {
      const Explanation why = explained_by_tree(colour, flag);
      EXPECT_EQ(why.answers, Rule::kTan);
      double log_odds = why.prior[0].log_value - why.prior[1].log_value;
      for (const WorkedVoice& voice : why.voices) {
        EXPECT_EQ(voice.weight, 1);
        log_odds += voice.log_p[0] - voice.log_p[1];
      }
      const double p = 1 / (1 + std::exp(-log_odds));
      EXPECT_NEAR(why.posterior[0], p, 1e-12) << colour << " " << (flag ? *flag : false);
      EXPECT_EQ(why.voices.size(), 1U + (colour.empty() ? 0U : 1U) + (flag ? 1U : 0U));
    }
  }
}

TEST(WorkedTree, TellsEachPartWithTheValueItHangsOnAndItsRows) {
  const Explanation why = explained_by_tree("blue", true);
  int given = 0;
  for (const WorkedVoice& voice : why.voices) {
    EXPECT_EQ(voice.voice, "value");
    ASSERT_EQ(voice.rows.size(), 2U);
    if (voice.source.find(", given ") == std::string::npos) continue;
    ++given;
    // Of the 20 even rows that are blue and true, all have the size 2; of the odd ones none is.
    EXPECT_EQ(voice.rows, (std::vector<double>{20, 0})) << voice.feature << ": " << voice.source;
    const double values = voice.feature == "size" ? 3 : 2;
    const bool among_even_alone = voice.source.find("size = 1.5 … 4") != std::string::npos;
    // Of each class 20 rows are blue, 20 true; the bin of the size has all 40 even ones.
    EXPECT_NEAR(voice.log_p[0], smoothed(20, among_even_alone ? 40 : 20, values), 1e-12)
        << voice.feature << ": " << voice.source;
    EXPECT_NEAR(voice.log_p[1], smoothed(0, among_even_alone ? 0 : 20, values), 1e-12);
  }
  EXPECT_EQ(given, 2);  // the third is the root
  // Where the column that it hangs on is missing, it speaks by itself.
  for (const WorkedVoice& voice : explained_by_tree("", std::nullopt).voices) {
    EXPECT_EQ(voice.feature, "size");
    EXPECT_EQ(voice.source, "1.5 … 4");
    EXPECT_EQ(voice.rows, (std::vector<double>{40, 0}));
  }
}

TEST(WeightsView, ListsBothRules) {
  const Counts counts = eighty_rows();
  const std::string text = weights_view_text(counts, kWeights);
  EXPECT_LT(text.find("Weights of full"), text.find("Weights of weighted")) << text;
  const auto json = nlohmann::json::parse(weights_view_json(counts, kWeights));
  EXPECT_EQ(json["answers"], "full");
  EXPECT_EQ(json["rules"]["full"]["accuracy"], 0.75);
  EXPECT_EQ(json["weights"].size(), 1U);
  EXPECT_EQ(json["biases"]["even"], 0.5);
  EXPECT_EQ(json["full"]["biases"]["odd"], -0.125);
  const auto& weights = json["full"]["weights"];
  ASSERT_EQ(weights.size(), 7U);
  EXPECT_EQ(weights[0]["feature"], "a,b, flag, size");
  EXPECT_EQ(weights[0]["heard_as"], "triple");
  EXPECT_EQ(weights[1]["feature"], "a,b");
  EXPECT_EQ(weights[1]["heard_as"], "value");
  EXPECT_EQ(weights[2]["feature"], "together");
  EXPECT_EQ(weights[3]["feature"], "a,b");
}

}  // namespace
}  // namespace tally
