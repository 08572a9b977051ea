// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/rank/feature_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "tally/assess/rank/feature_information.h"
#include "tally/assess/weights/weigh.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Rows in words, so that any of them, and any column, can be left out.
struct Rows {
  std::vector<std::string> klass, colour, copy, word;
  std::vector<double> size, noise, count, age, weight;

  std::size_t size_of() const { return klass.size(); }
};

// Three classes (one row of them in a class of its own), a column and its copy, a number that tells, one
// that does not, and missing cells everywhere.
Rows random_rows(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::student_t_distribution<double> student(2);
  const auto chance = [&](unsigned one_in) { return random() % one_in == 0; };
  Rows out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto k = random() % 3;
    out.klass.push_back(i == 0 ? "lonely" : "k" + std::to_string(k));
    out.colour.push_back(chance(9) ? "" : "c" + std::to_string(chance(3) ? random() % 3 : k));
    out.copy.push_back(out.colour.back().empty() ? "" : "same " + out.colour.back());
    out.word.push_back(chance(12) ? "own" + std::to_string(i) : chance(2) ? "u" : "v");
    out.size.push_back(chance(10) ? kNone : std::round(10 * (normal(random) + 1.5 * k)) / 10);
    out.noise.push_back(student(random));
    out.count.push_back(static_cast<double>(random() % (2 + 2 * k)));
    out.age.push_back(chance(8) ? kNone : static_cast<double>(10 * k + random() % 40));
    out.weight.push_back(0.25 * static_cast<double>(1 + random() % 8));
  }
  return out;
}

struct Table {
  Schema schema;
  Batch batch;
};

// Without the column `gone`, and in `hidden` nothing but missing cells.
Table table_of(const Rows& rows, bool weighted, const std::string& gone = "",
               const std::string& hidden = "", std::size_t without = static_cast<std::size_t>(-1)) {
  Table out;
  BatchBuilder builder;
  const auto some = [&](const auto& cells) {
    auto kept = cells;
    if (without < kept.size()) kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(without));
    return kept;
  };
  const auto texts = [&](const std::string& name, const std::vector<std::string>& cells) {
    std::vector<std::string> kept = some(cells);
    if (name == hidden) kept.assign(kept.size(), "");
    builder.texts(name, kept);
    if (name != gone) {
      out.schema.columns.push_back(feature(name, Family::kCategorical, ValueType::kText));
    }
  };
  const auto numbers = [&](ColumnSchema column, const std::vector<double>& cells) {
    std::vector<double> kept = some(cells);
    if (column.name == hidden) kept.assign(kept.size(), kNone);
    builder.numbers(column.name, kept);
    if (column.name != gone) out.schema.columns.push_back(std::move(column));
  };
  texts("colour", rows.colour);
  texts("copy", rows.copy);
  texts("word", rows.word);
  numbers(feature("size", Family::kGaussian), rows.size);
  numbers(feature("noise", Family::kGaussian), rows.noise);
  numbers(feature("count", Family::kPoisson), rows.count);
  ColumnSchema age = feature("age", Family::kBinned);
  age.cuts = {18, 30};
  numbers(age, rows.age);
  if (weighted) numbers(column_with_role("weight", Role::kWeight, ValueType::kNumber), rows.weight);
  out.batch = builder.texts("class", some(rows.klass)).batch();
  out.schema.columns.push_back(target_column("class"));
  out.schema = counted_as(Counting::kWeighted, validated(out.schema));
  return out;
}

Counts counts_of(const Table& table) {
  Counts counts(table.schema);
  counts.add(table.batch);
  return counts;
}

Model model_of(const Table& table) {
  RowSampler sampler(table.schema, RowSample(4096));
  sampler.add(table.batch);
  Model model{counts_of(table), ""};
  model.sample = sampler.sample();
  model.rule = weigh(model.counts, model.sample);
  return model;
}

// −log P(truth | row), by whoever answers a question about any row.
double loss_of(const Scorer& scorer, const Batch& batch, std::int64_t row,
               const std::string& truth) {
  Inference inference(scorer);
  const Posteriors& answers = inference.infer(slice(batch, row, row + 1));
  const std::vector<Label>& classes = scorer.estimates().classes;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (classes[k] == Label::of(truth)) return -answers.log_posterior_of(0)[k];
  }
  return NAN;
}

const RankedFeature& found(const FeatureRanking& ranking, const std::string& name) {
  return *std::find_if(ranking.features.begin(), ranking.features.end(),
                       [&](const RankedFeature& feature) { return feature.name == name; });
}

Question by(Rule rule) {
  Question question;
  question.rule = rule;
  return question;
}

// The mean left-out loss of a naive Bayes that never had the column, each row's counted again from the
// others.
double recounted_loss(const Rows& rows, bool weighted, const std::string& gone) {
  double sum = 0, all = 0;
  const Table whole = table_of(rows, weighted, gone);
  for (std::size_t i = 0; i < rows.size_of(); ++i) {
    if (rows.klass[i] == "lonely") continue;
    const Scorer scorer(
        estimate(counts_of(table_of(rows, weighted, gone, "", i)), by(Rule::kNaive)));
    const double weight = weighted ? rows.weight[i] : 1;
    sum += weight * loss_of(scorer, whole.batch, static_cast<std::int64_t>(i), rows.klass[i]);
    all += weight;
  }
  return sum / all;
}

TEST(FeatureRank, NaiveIsWhatTheOtherRowsAndTheOtherColumnsGive) {
  for (const bool weighted : {false, true}) {
    const Rows rows = random_rows(45, weighted ? 3 : 4);
    const Table table = table_of(rows, weighted);
    const Model model{counts_of(table), ""};
    const FeatureRanking ranking =
        rank_features(model, by(Rule::kNaive), table.batch, RankedRows::kLeftOut);
    EXPECT_EQ(ranking.features.size(), 7u);
    // The row of the lonely class gives its place up in the tables of the others only.
    EXPECT_NEAR(ranking.log_loss, recounted_loss(rows, weighted, ""), 1e-10);
    for (const RankedFeature& feature : ranking.features) {
      EXPECT_NEAR(feature.log_loss_without, recounted_loss(rows, weighted, feature.name), 1e-10)
          << feature.name;
      EXPECT_EQ(feature.gain, feature.log_loss_without - ranking.log_loss);
    }
    for (std::size_t i = 1; i < ranking.features.size(); ++i) {
      EXPECT_GE(ranking.features[i - 1].gain, ranking.features[i].gain);
    }
  }
}

// Of rows that are new, a column that is not heard is one whose cells are missing.
TEST(FeatureRank, NewRowsAreAskedAboutAsTheyAre) {
  const Rows rows = random_rows(400, 5);
  const Rows others = random_rows(120, 6);
  Rows known = others;
  known.klass[0] = "k0";
  const Model model = model_of(table_of(rows, false));
  for (const Rule rule : {Rule::kNaive, Rule::kWeighted}) {
    const Scorer scorer(estimate(model.counts, by(rule), model.rule));
    const auto mean = [&](const std::string& hidden) {
      const Table table = table_of(known, false, "", hidden);
      double sum = 0;
      for (std::size_t i = 0; i < known.size_of(); ++i) {
        sum += loss_of(scorer, table.batch, static_cast<std::int64_t>(i), known.klass[i]);
      }
      return sum / static_cast<double>(known.size_of());
    };
    const FeatureRanking ranking =
        rank_features(model, by(rule), table_of(known, false).batch, RankedRows::kNew);
    EXPECT_EQ(ranking.rule, rule);
    EXPECT_EQ(ranking.rows, 120);
    EXPECT_NEAR(ranking.log_loss, mean(""), 1e-10);
    for (const RankedFeature& feature : ranking.features) {
      EXPECT_NEAR(feature.log_loss_without, mean(feature.name), 1e-10) << feature.name;
    }
  }
}

TEST(FeatureRank, TheSampleIsLeftOutAsTheRulesAreComparedByIt) {
  const Model model = model_of(table_of(random_rows(500, 7), false));
  for (const RuleScore& score : rule_scores(model.rule)) {
    const FeatureRanking ranking = rank_features(model, by(score.rule));
    EXPECT_EQ(ranking.rows, 499);  // the lonely one has no class without itself
    // Weights are learned from numbers of 32 bits.
    EXPECT_NEAR(ranking.log_loss, score.log_loss, 1e-5) << to_string(score.rule);
    EXPECT_NEAR(ranking.accuracy, score.accuracy, 1e-12) << to_string(score.rule);
  }
  EXPECT_EQ(rank_features(model, by(Rule::kAuto)).rule, chosen_rule(model.rule));
}

TEST(FeatureRank, SaysWhoRepeatsWhom) {
  const Model model = model_of(table_of(random_rows(800, 8), false));
  for (const Rule rule : {Rule::kNaive, Rule::kWeighted}) {
    const FeatureRanking ranking = rank_features(model, by(rule));
    EXPECT_EQ(found(ranking, "copy").most_alike, "colour");
    EXPECT_NEAR(found(ranking, "colour").correlation, 1, 1e-9);
    ASSERT_EQ(ranking.alike.size(), 1u);
    EXPECT_EQ(ranking.alike[0].first, "colour");
    EXPECT_EQ(ranking.alike[0].second, "copy");
    // Colour and size both tell the class, and nothing else about each other.
    EXPECT_LT(found(ranking, "size").correlation, 0.2);
    EXPECT_GT(found(ranking, "size").gain, found(ranking, "noise").gain);
  }
}

TEST(FeatureRank, SuspectsWhatTellsTheClassAlone) {
  Rows rows = random_rows(300, 9);
  rows.klass[0] = "k0";
  const FeatureRanking before = rank_features(model_of(table_of(rows, false)), by(Rule::kNaive));
  for (const RankedFeature& feature : before.features) EXPECT_FALSE(feature.is_suspect);
  for (std::size_t i = 0; i < rows.size_of(); ++i) {
    rows.size[i] = i % 50 == 0 ? kNone : 100.0 * (rows.klass[i][1] - '0') + rows.noise[i] / 50;
  }
  const FeatureRanking after = rank_features(model_of(table_of(rows, false)), by(Rule::kNaive));
  for (const RankedFeature& feature : after.features) {
    EXPECT_EQ(feature.is_suspect, feature.name == "size") << feature.name << feature.log_loss_alone;
  }
}

TEST(FeatureRank, InformationIsThatOfTheTable) {
  // 30 rows: x tells y in 2 of 3. Σ n/N log(n N / (n_x n_y)) by hand.
  EXPECT_NEAR(mutual_information(std::vector<double>{10, 5, 5, 10}, 2),
              2 * (10 / 30. * std::log(10 * 30 / 225.) + 5 / 30. * std::log(5 * 30 / 225.)), 1e-15);
  EXPECT_NEAR(mutual_information(std::vector<double>{4, 0, 0, 0, 0, 4}, 2), std::log(2), 1e-15);
  EXPECT_EQ(mutual_information(std::vector<double>{0, 0}, 2), 0);
  EXPECT_NEAR(mutual_information(std::vector<double>{6, 2, 3, 1}, 2), 0, 1e-15);
  const Table table = table_of(random_rows(200, 10), false);
  const Counts counts = counts_of(table);
  const RuleFeatures features = rule_features(counts);
  std::map<std::pair<std::string, std::string>, double> seen;
  std::map<std::string, double> of_value, of_class;
  double n = 0;
  for (std::int64_t row = 0; row < table.batch.rows; ++row) {
    const auto value = cell_label(*table.batch.find("colour"), row);
    const std::string klass = cell_label(*table.batch.find("class"), row)->to_string();
    if (!value) continue;
    ++seen[{value->to_string(), klass}];
    ++of_value[value->to_string()];
    ++of_class[klass];
    ++n;
  }
  double expected = 0;
  for (const auto& [pair, both] : seen) {
    expected += both / n * std::log(both * n / of_value[pair.first] / of_class[pair.second]);
  }
  EXPECT_NEAR(*information_of(counts, *counts.find("colour"), features), expected, 1e-12);
  EXPECT_EQ(information_of(counts, *counts.find("noise"), features), 0);
  EXPECT_GT(*information_of(counts, *counts.find("size"), features), 0.2);
  const Counts plain(counted_as(Counting::kNaive, table.schema));
  EXPECT_EQ(information_of(plain, *plain.find("size"), rule_features(plain)), std::nullopt);
}

TEST(FeatureRank, WhatIsImpossibleIsNoNaN) {
  const Table table = table_of(random_rows(60, 11), false);
  Question question = by(Rule::kNaive);
  question.lambda = 0;
  const FeatureRanking ranking =
      rank_features(Model{counts_of(table), ""}, question, table.batch, RankedRows::kLeftOut);
  EXPECT_TRUE(std::isfinite(ranking.log_loss));
  for (const RankedFeature& feature : ranking.features) {
    EXPECT_TRUE(std::isfinite(feature.gain)) << feature.name;
    EXPECT_TRUE(std::isfinite(feature.correlation)) << feature.name;
  }
}

TEST(FeatureRank, RefusesWhatItCannotRank) {
  const Table table = table_of(random_rows(60, 12), false);
  const Model bare{counts_of(table), ""};
  EXPECT_THROW(rank_features(bare, by(Rule::kNaive)), Error);  // no sample
  EXPECT_THROW(rank_features(bare, by(Rule::kWeighted), table.batch, RankedRows::kNew), Error);
  Rows strangers = random_rows(60, 13);
  strangers.klass[5] = "new";
  EXPECT_THROW(
      rank_features(bare, by(Rule::kNaive), table_of(strangers, false).batch, RankedRows::kNew),
      Error);
}

}  // namespace
}  // namespace tally
