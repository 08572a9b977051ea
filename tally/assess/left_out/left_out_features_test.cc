// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_features.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tally/assess/left_out/left_out_testing.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

// What the counts of the other rows say, asked the way any row is asked.
std::map<std::string, std::vector<double>> said_by_the_others(const Counts& counts,
                                                              const RuleFeatures& like,
                                                              const Batch& row) {
  Counts others = counts;
  others.take_away(row);
  const RuleFeatures features = rule_features(others, &like);
  const Estimates estimates = weighted_estimates(features, Question{}, {});
  std::map<std::string, std::vector<double>> out;
  for (const FeatureEstimate& feature : estimates.features) {
    std::vector<double>& said = out[feature.name];
    said.resize(estimates.classes.size());
    feature_log_likelihood(feature, said.size(), row, 0, said);
    temper(said);
  }
  return out;
}

class LeftOut : public testing::TestWithParam<bool> {};

TEST_P(LeftOut, IsWhatCountingTheOthersAfreshGives) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const Rows rows = random_rows(seed % 2 == 0 ? 12 : 150, GetParam(), seed);
    Counts counts(rows.schema);
    counts.add(rows.batch);
    const RuleFeatures features = rule_features(counts);
    LeftOutFeatures left_out(rows.schema, features, rows.batch);
    const std::size_t K = features.classes.size();
    std::vector<double> said(features.features.size() * K);
    for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
      if (left_out.is_alone(row)) continue;
      left_out.say(row, said);
      const auto wanted = said_by_the_others(counts, features, slice(rows.batch, row, row + 1));
      for (std::size_t f = 0; f < features.features.size(); ++f) {
        const auto found = wanted.find(features.features[f].name());
        for (std::size_t k = 0; k < K; ++k) {
          const double by_others = found == wanted.end() ? 0 : found->second[k];
          EXPECT_EQ(said[f * K + k], by_others)
              << features.features[f].name() << ", row " << row << ", seed " << seed;
        }
      }
    }
  }
}

// A row that was counted several times leaves with all its copies.
TEST(LeftOutTogether, IsWhatCountingTheOthersAfreshGives) {
  const Rows rows = random_rows(90, false, 31);
  Counts counts(rows.schema);
  std::vector<std::int64_t> times;
  for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
    times.push_back(1 + row % 4);
    for (std::int64_t i = 0; i < times.back(); ++i) counts.add(slice(rows.batch, row, row + 1));
  }
  const RuleFeatures features = rule_features(counts);
  LeftOutFeatures left_out(rows.schema, features, rows.batch, times);
  const std::size_t K = features.classes.size();
  std::vector<double> said(features.features.size() * K);
  for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
    EXPECT_EQ(left_out.weight(row), 1);
    EXPECT_EQ(left_out.leaves(row), static_cast<double>(1 + row % 4));
    const Batch one = slice(rows.batch, row, row + 1);
    Counts others = counts;
    for (std::int64_t i = 1; i < times[static_cast<std::size_t>(row)]; ++i) others.take_away(one);
    const auto wanted = said_by_the_others(others, features, one);
    others.take_away(one);
    EXPECT_EQ(log_shares(left_out.classes_without(row)), log_shares(others.classes()));
    left_out.say(row, said);
    for (std::size_t f = 0; f < features.features.size(); ++f) {
      const auto found = wanted.find(features.features[f].name());
      for (std::size_t k = 0; k < K; ++k) {
        EXPECT_EQ(said[f * K + k], found == wanted.end() ? 0 : found->second[k])
            << features.features[f].name() << ", row " << row;
      }
    }
  }
}

TEST_P(LeftOut, SharesAreThoseOfTheOthers) {
  const Rows rows = random_rows(40, GetParam(), 9);
  Counts counts(rows.schema);
  counts.add(rows.batch);
  const RuleFeatures features = rule_features(counts);
  const LeftOutFeatures left_out(rows.schema, features, rows.batch);
  for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
    Counts others = counts;
    others.take_away(slice(rows.batch, row, row + 1));
    EXPECT_EQ(log_shares(left_out.classes_without(row)), log_shares(others.classes()));
  }
}

INSTANTIATE_TEST_SUITE_P(Weights, LeftOut, testing::Bool());

// The features of a column of each kind, and the guess that they share.
TEST(RuleFeatures, AreTheVoicesOfEveryColumn) {
  const Rows rows = random_rows(400, false, 3);
  Counts counts(rows.schema);
  counts.add(rows.batch);
  std::map<std::string, double> guesses;
  for (const RuleFeature& feature : rule_features(counts).features) {
    guesses[feature.name()] = feature.guess;
  }
  EXPECT_EQ(guesses.at("value:colour"), 1);
  EXPECT_EQ(guesses.at("value:flag"), 1);
  EXPECT_EQ(guesses.at("value:above"), 1);
  EXPECT_EQ(guesses.at("group:basket"), 1);
  EXPECT_EQ(guesses.count("law:tail"), 1U);
  EXPECT_EQ(guesses.count("even:tail"), 1U);
  double of_height = 0;
  for (const auto& [name, guess] : guesses) of_height += name.ends_with(":height") ? guess : 0;
  EXPECT_NEAR(of_height, 1, 1e-12);
}

// Every row lies in the bin that its cell was counted in.
TEST(RuleFeatures, BinsHoldTheRowsThatLieInThem) {
  const Rows rows = random_rows(500, false, 4);
  Counts counts(rows.schema);
  counts.add(rows.batch);
  const RuleFeatures features = rule_features(counts);
  for (const RuleFeature& feature : features.features) {
    if (feature.cuts.empty()) continue;
    std::vector<double> found(feature.cuts.size() + 1), wanted(found.size());
    const std::size_t K = features.classes.size();
    for (std::size_t i = 0; i < feature.in_bin.size(); ++i) {
      found[i / K] += feature.in_bin[i].to_double();
    }
    const auto& numbers = std::get<Numbers>(*rows.batch.find(feature.tally->name()));
    for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
      const double x = numbers.at(row);
      if (std::isnan(x)) continue;
      std::size_t bin = 0;
      while (bin < feature.cuts.size() && feature.cuts[bin] < x - feature.origin) ++bin;
      ++wanted[bin];
    }
    EXPECT_EQ(found, wanted) << feature.name();
  }
}

}  // namespace
}  // namespace tally
