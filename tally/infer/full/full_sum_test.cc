// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/full/full_sum.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/base/error.h"
#include "tally/estimate/full/ugly_table_testing.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

Counts counted(const UglyTable& table) {
  Counts out(table.schema);
  out.add(table.batch);
  return out;
}

// A weight for every feature, and a bias for every class.
std::vector<RuleWeight> some_weights(const FullFeatures& features) {
  std::vector<RuleWeight> out;
  double weight = 0.03;
  const auto add = [&](const std::string& name) {
    out.push_back({"", kFullPrefix + name, weight});
    weight = std::fmod(weight + 0.17, 0.4);
  };
  for (const RuleFeature& feature : features.voices.features) add(feature.name());
  for (const JointFeature& feature : features.together) add(feature.name());
  for (const Counts::Class& klass : features.classes()) {
    out.push_back({klass.label.to_string(), "full/bias", weight - 0.1});
    weight += 0.05;
  }
  return out;
}

Question full_question() {
  Question out;
  out.rule = Rule::kFull;
  return out;
}

// The sum, spelled out: b + Σ w F, of which the softmax is kept off zero.
TEST(FullSum, IsTheFormula) {
  for (const std::size_t classes : {2, 3, 5}) {
    const UglyTable table = ugly_table(90, classes, classes == 3, 7);
    const Counts counts = counted(table);
    const FullFeatures features = full_features(counts);
    const std::vector<RuleWeight> rule = some_weights(features);
    const FeatureWeights weights = full_weights(features, rule);
    const FullTables tables = full_tables(features);
    const Scorer scorer(estimate(counts, full_question(), rule));
    Inference inference(scorer);
    const Posteriors& answers = inference.infer(table.batch);
    const Estimates voices = voice_estimates(features.voices, Question{}, weights);
    const std::vector<double> shares = log_shares(features.classes());
    const double N = counts.total_weight().to_double();
    for (std::int64_t row = 0; row < table.batch.rows; ++row) {
      std::vector<double> score = weights.biases, said(classes);
      for (std::size_t f = 0; f < voices.features.size(); ++f) {
        feature_log_likelihood(voices.features[f], classes, table.batch, row, said);
        temper(said);
        for (std::size_t k = 0; k < classes; ++k) score[k] += weights.weights[f] * said[k];
      }
      const std::vector<double> together = said_together(tables, table.batch, row);
      for (std::size_t f = 0; f < features.together.size(); ++f) {
        const double weight = weights.weights[voices.features.size() + f];
        for (std::size_t k = 0; k < classes; ++k) score[k] += weight * together[f * classes + k];
      }
      double sum = 0;
      const double most = *std::max_element(score.begin(), score.end());
      for (const double one : score) sum += std::exp(one - most);
      for (std::size_t k = 0; k < classes; ++k) {
        const double p = std::exp(score[k] - most) / sum;
        EXPECT_NEAR(answers.posterior_of(row)[k], (p + std::exp(shares[k]) / N) / (1 + 1 / N),
                    1e-12);
      }
    }
  }
}

// A triple of weight 0 has no table; the others say the same.
TEST(FullSum, WhatHasNoWeightIsNotLookedUp) {
  const UglyTable table = ugly_table(60, 2, false, 5);
  const Counts counts = counted(table);
  const FullFeatures features = full_features(counts);
  std::vector<RuleWeight> rule = some_weights(features);
  const std::string unheard = kFullPrefix + features.together[features.columns.size() + 1].name();
  for (RuleWeight& row : rule) {
    if (row.part == unheard) row.value = 0;
  }
  const Estimates estimates = estimate(counts, full_question(), rule);
  EXPECT_EQ(estimates.full->joint->triples(), 2U);
  EXPECT_EQ(estimates.full->weights.size(), features.together.size() - 1);
  const std::vector<double> all = said_together(full_tables(features), table.batch, 3);
  const std::vector<double> some = said_together(*estimates.full, table.batch, 3);
  const std::size_t before = (features.columns.size() + 1) * 2;
  EXPECT_TRUE(
      std::equal(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(before), all.begin()));
  EXPECT_TRUE(std::equal(some.begin() + static_cast<std::ptrdiff_t>(before), some.end(),
                         all.begin() + static_cast<std::ptrdiff_t>(before) + 2));
}

// A batch gives what its rows give one by one.
TEST(FullSum, RowsDoNotDependOnEachOther) {
  const UglyTable table = ugly_table(50, 4, false, 8);
  const Counts counts = counted(table);
  const std::vector<RuleWeight> rule = some_weights(full_features(counts));
  const Scorer scorer(estimate(counts, full_question(), rule));
  Inference inference(scorer);
  const Posteriors all = inference.infer(table.batch);
  for (std::int64_t row = 0; row < table.batch.rows; ++row) {
    const Posteriors& one = inference.infer(slice(table.batch, row, row + 1));
    for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(one.posterior[k], all.posterior_of(row)[k]);
  }
}

// A row with this colour and this height.
Batch with(const std::string& colour, double height) {
  BatchBuilder builder;
  builder.labels("colour", {colour.empty() ? std::nullopt : std::optional(Label::of(colour))});
  builder.labels("grade", {Label::of("g0")}).booleans("flag", {true});
  builder.numbers("height", {height}).numbers("tail", {0}).numbers("level", {1});
  return builder.numbers("above", {1}).batch();
}

// A label that nobody had: as a child it was counted nowhere, and as a parent it is none.
TEST(FullSum, AnUnseenLabelIsAValueThatNobodyHas) {
  UglyTable table = ugly_table(60, 3, false, 4);
  const Counts counts = counted(table);
  const FullFeatures features = full_features(counts);
  const FullTables tables = full_tables(features);
  const std::vector<double> said = said_together(tables, with("never", 1.5), 0);
  // The same row at the end of the table, of no weight.
  table.truths.push_back(0);
  table.weights.push_back(0);
  const std::optional<int> codes[] = {1, 999, 1, 0, 2, 1};
  for (std::size_t i = 0; i < 6; ++i) table.codes[i].push_back(codes[i]);
  table.fixed_values[1] = static_cast<int>(features.joint->values(1));  // which it is none of
  const SaidByRows wanted(table, features.columns, features.freedom);
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(said[i * 3 + k], i == 1 ? wanted.naive(60, k) : wanted.parent(i, 60, k), 1e-12);
    }
    EXPECT_NEAR(said[18 + k], wanted.mixture(60, k), 1e-12);
    EXPECT_EQ(said[21 + k], 0);  // above, colour, height
    EXPECT_EQ(said[24 + k], 0);  // colour, flag, grade
    EXPECT_NEAR(said[27 + k], wanted.triple({2, 4, 5}, 60, k), 1e-12);
  }
}

// Nothing known at all: every parent gives the shares, and so does the mixture.
TEST(FullSum, ARowWithoutCellsHasTheShares) {
  const UglyTable table = ugly_table(60, 3, true, 6);
  const Counts counts = counted(table);
  const FullFeatures features = full_features(counts);
  BatchBuilder builder;
  builder.labels("colour", {std::nullopt})
      .labels("grade", {std::nullopt})
      .booleans("flag", {std::nullopt});
  for (const char* name : {"height", "tail", "level", "above"}) builder.numbers(name, {NAN});
  const std::vector<double> said = said_together(full_tables(features), builder.batch(), 0);
  const std::vector<double> shares = log_shares(features.classes());
  for (std::size_t f = 0; f < 7; ++f) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(said[f * 3 + k], shares[k]);
  }
  for (std::size_t f = 7; f < 10; ++f) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(said[f * 3 + k], 0);
  }
}

TEST(FullSum, RefusesCellsThatAColumnCannotHave) {
  const UglyTable table = ugly_table(60, 2, false, 4);
  const FullTables tables = full_tables(full_features(counted(table)));
  EXPECT_THROW(said_together(tables, with("c1", HUGE_VAL), 0), Error);
  Batch numbers = with("c1", 1);
  const Batch three = BatchBuilder().numbers("colour", {3}).batch();
  for (NamedColumn& column : numbers.columns) {
    if (column.name == "colour") column.values = three.columns[0].values;
  }
  try {
    said_together(tables, numbers, 0);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_EQ(error.place().column, "colour");
  }
}

}  // namespace
}  // namespace tally
