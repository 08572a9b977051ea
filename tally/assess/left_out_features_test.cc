// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out_features.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "tally/base/ugly_numbers_testing.h"
#include "tally/infer.h"

namespace tally {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct Rows {
  Schema schema;
  Batch batch;
};

// Columns of every kind of feature, with missing cells, values that one row alone has, heavy tails
// and, if asked for, weights.
Rows random_rows(std::size_t count, bool with_weights, unsigned seed) {
  std::mt19937 random(seed);
  const auto chance = [&](unsigned one_in) { return random() % one_in == 0; };
  std::vector<std::optional<Label>> klass, colour;
  std::vector<std::optional<bool>> flag;
  std::vector<double> height, tail, events, hours, visits, above, binned_at, red, green, weight;
  std::student_t_distribution<double> student(2);
  for (std::size_t i = 0; i < count; ++i) {
    const auto k = random() % 3;
    klass.emplace_back(Label::of("k" + std::to_string(k)));
    colour.emplace_back(
        chance(9) ? std::nullopt
                  : std::optional(Label::of(chance(8) ? "own" + std::to_string(i)
                                                      : "c" + std::to_string((random() + k) % 3))));
    flag.emplace_back(chance(7) ? std::nullopt : std::optional(chance(2 + k)));
    height.push_back(chance(8) ? kNone : std::round(170.0 + 5.0 * k + random() % 20) / 10);
    tail.push_back(chance(10) ? kNone : student(random) + static_cast<double>(k));
    events.push_back(chance(10) ? kNone : static_cast<double>(random() % (3 + k)));
    hours.push_back(chance(12) ? kNone : 0.5 + static_cast<double>(random() % 4));
    visits.push_back(static_cast<double>(chance(5) ? random() % 40 : random() % 3));
    above.push_back(chance(9) ? kNone : static_cast<double>(random() % 5) - 2);
    binned_at.push_back(chance(9) ? kNone : static_cast<double>(random() % 5 + k) / 2 - 2);
    red.push_back(chance(11) ? kNone : static_cast<double>(random() % 4));
    green.push_back(static_cast<double>((random() + k) % 4));
    weight.push_back(with_weights ? 0.1 * static_cast<double>(1 + random() % 30) : 1);
  }
  Rows out;
  BatchBuilder builder;
  builder.labels("class", klass).labels("colour", colour).booleans("flag", flag);
  builder.numbers("height", height).numbers("tail", tail).numbers("events", events);
  builder.numbers("hours", hours).numbers("visits", visits).numbers("above", above);
  builder.numbers("binned", binned_at);
  builder.numbers("red", red).numbers("green", green).numbers("weight", weight);
  out.batch = builder.batch();
  Schema schema;
  schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                    feature("flag", Family::kBernoulli, ValueType::kBoolean),
                    feature("height", Family::kGaussian),
                    feature("tail", Family::kGaussian),
                    feature("visits", Family::kNegativeBinomial),
                    target_column("class")};
  ColumnSchema counted = feature("events", Family::kPoisson);
  counted.exposure = "hours";
  ColumnSchema hourly = feature("hours", Family::kGaussian);
  hourly.role = Role::kExposure;
  ColumnSchema cut = feature("above", Family::kBernoulli);
  cut.binarize = 0.5;
  ColumnSchema binned = feature("binned", Family::kBinned);
  binned.cuts = {-1, 0, 1.5};
  schema.columns.insert(schema.columns.end(), {counted, hourly, cut, binned});
  for (const char* term : {"red", "green"}) {
    ColumnSchema column = feature(term, Family::kMultinomial);
    column.group = "basket";
    schema.columns.push_back(column);
  }
  if (with_weights) {
    ColumnSchema column = feature("weight", Family::kGaussian);
    column.role = Role::kWeight;
    schema.columns.push_back(column);
  }
  out.schema = counted_as(Counting::kWeighted, validated(schema));
  for (ColumnSchema& column : out.schema.columns) {
    if (column.name == "height") column.origin = 17;
  }
  return out;
}

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
