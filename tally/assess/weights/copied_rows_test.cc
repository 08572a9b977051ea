// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/copied_rows.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "tally/assess/weights/weigh.h"
#include "tally/inside/assess.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

struct Table {
  Schema schema;
  Batch batch;

  RowSample sample(std::int64_t most = 4096) const {
    RowSampler sampler(schema, RowSample(most));
    sampler.add(batch);
    return sampler.sample();
  }
  Counts counts() const {
    Counts out(schema);
    out.add(batch);
    return out;
  }
};

// Rows of a class, three labels of so many values and two numbers, one of which says little of the class; each
// as often as `times` says of its class.
Table table_of(std::size_t rows, unsigned values, bool has_numbers, std::array<int, 2> times,
               unsigned seed = 1, bool has_weights = false) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::array<std::vector<std::string>, 3> labels;
  std::vector<std::string> klass;
  std::vector<double> x, noise, weight;
  for (std::size_t i = 0; i < rows; ++i) {
    const unsigned k = random() % 3 == 0 ? 1 : 0;
    const auto drawn = [&](unsigned more) {
      return static_cast<unsigned>((random() + more) % values);
    };
    const std::array<unsigned, 3> own{drawn(0), drawn(k), drawn(0)};
    const double number = normal(random) + 0.7 * k, other = normal(random);
    for (int copy = 0; copy < times[k]; ++copy) {
      for (std::size_t j = 0; j < 3; ++j) labels[j].push_back("v" + std::to_string(own[j]));
      klass.emplace_back(k == 1 ? "b" : "a");
      x.push_back(number);
      noise.push_back(other);
      weight.push_back(2);
    }
  }
  Table out;
  BatchBuilder builder;
  for (std::size_t j = 0; j < 3; ++j) {
    const std::string name = "label" + std::to_string(j);
    builder.texts(name, labels[j]);
    out.schema.columns.push_back(feature(name, Family::kCategorical, ValueType::kText));
  }
  if (has_numbers) {
    builder.numbers("x", x).numbers("noise", noise);
    out.schema.columns.push_back(feature("x", Family::kGaussian));
    out.schema.columns.push_back(feature("noise", Family::kGaussian));
  }
  if (has_weights) {
    builder.numbers("weight", weight);
    out.schema.columns.push_back(feature("weight", Family::kGaussian));
    out.schema.columns.back().role = Role::kWeight;
  }
  out.batch = builder.texts("class", klass).batch();
  out.schema.columns.push_back(target_column("class"));
  out.schema = counted_as(Counting::kWeighted, validated(out.schema));
  return out;
}

double copies(const Table& table, std::int64_t most = 4096) {
  return copies_in(table.sample(most), table.schema);
}

TEST(CopiesIn, RowsThatWereWrittenSeveralTimes) {
  EXPECT_EQ(copies(table_of(300, 8, true, {1, 1})), 1);
  EXPECT_EQ(copies(table_of(300, 8, true, {20, 20})), 20);
  EXPECT_EQ(copies(table_of(300, 8, true, {2, 2})), 2);
  // A rare class that was drawn again and again: on average.
  const double drawn = copies(table_of(300, 8, true, {1, 4}));
  EXPECT_GT(drawn, 1.5);
  EXPECT_LT(drawn, 3);
  // By a part of the rows, and where few rows are copies.
  EXPECT_EQ(copies(table_of(300, 8, true, {20, 20}), 60), 20);
  EXPECT_EQ(copies(table_of(29, 8, true, {20, 20})), 1);
}

// Columns of few values have equal rows by chance, and these are evidence.
TEST(CopiesIn, RowsThatAreEqualByChance) {
  const Table few = table_of(3000, 4, false, {1, 1});
  EXPECT_GT(few.sample().rows().size(), 100U);
  EXPECT_EQ(copies(few), 1);
  EXPECT_EQ(copies(few, 50), 1);
  EXPECT_EQ(copies(table_of(3000, 2, false, {1, 1})), 1);
}

TEST(CopiesIn, WeightsSayHowOftenARowIsThere) {
  EXPECT_EQ(copies(table_of(300, 8, true, {20, 20}, 1, true)), 1);
}

double loss_on(const Table& others, const Table& table, Rule answers,
               const std::vector<RuleWeight>& rule, const Counts& counts) {
  Question question;
  question.rule = answers;
  const Scorer scorer(estimate(counts, question, rule));
  Inference inference(scorer);
  const Posteriors& said = inference.infer(others.batch);
  const std::vector<Label> classes = table.counts().class_labels();
  double loss = 0;
  for (std::int64_t row = 0; row < others.batch.rows; ++row) {
    const bool is_b = *cell_label(*others.batch.find("class"), row) == classes[1];
    loss -= said.log_posterior_of(row)[is_b ? 1 : 0] / static_cast<double>(others.batch.rows);
  }
  return loss;
}

// What a table that is there twenty times tells about new rows is what it tells if it is there once.
TEST(CopiesIn, WeightsAreThoseOfOneCopy) {
  const Table once = table_of(250, 8, true, {1, 1}), often = table_of(250, 8, true, {20, 20}),
              others = table_of(4000, 8, true, {1, 1}, 2);
  struct Learned {
    Counts counts;
    std::vector<RuleWeight> rule;
  };
  const auto learned = [](const Table& table) {
    Counts counts =
        table.counts().with_together(draw_up_joint(table.counts(), table.sample()).schema);
    counts.add_together(table.batch);
    std::vector<RuleWeight> rule = weigh(counts, table.sample());
    return Learned{std::move(counts), std::move(rule)};
  };
  const Learned by_once = learned(once), by_often = learned(often);
  EXPECT_EQ(copies_of(by_once.rule), 1);
  EXPECT_EQ(copies_of(by_often.rule), 20);
  const std::vector<RuleScore> scores = rule_scores(by_often.rule);
  ASSERT_EQ(scores.size(), 3U);
  for (const Rule rule : {Rule::kWeighted, Rule::kFull}) {
    const double loss = loss_on(others, once, rule, by_once.rule, by_once.counts),
                 found = loss_on(others, often, rule, by_often.rule, by_often.counts);
    EXPECT_NEAR(found, loss, 0.05) << to_string(rule);
    for (const RuleScore& score : scores) {
      if (score.rule != rule) continue;
      EXPECT_NEAR(score.log_loss, found, 0.12) << to_string(rule);
    }
  }
  const RuleFeatures cut = rule_features(by_often.counts, nullptr, 20),
                     wanted = rule_features(by_once.counts);
  ASSERT_EQ(cut.features.size(), wanted.features.size());
  for (std::size_t f = 0; f < cut.features.size(); ++f) {
    EXPECT_EQ(cut.features[f].cuts.size(), wanted.features[f].cuts.size())
        << cut.features[f].name();
  }
}

}  // namespace
}  // namespace tally
