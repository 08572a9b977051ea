// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/family_choice.h"

#include <gtest/gtest.h>

#include <random>

#include "tally/assess/cross_validation.h"

namespace tally {
namespace {

Schema schema_of(Family family) {
  Schema schema;
  ColumnSchema y;
  y.name = "y";
  y.role = Role::kTarget;
  y.type = ValueType::kText;
  ColumnSchema x;
  x.name = "x";
  x.type = ValueType::kNumber;
  x.family = family;
  schema.columns = {x, y};
  return validated(schema);
}

struct Rows {
  std::vector<std::string> y;
  std::vector<double> x;  // NaN: missing
};

// The same rows as a batch of labels or of numbers.
struct Fitted {
  Fitted(const Rows& rows, Family family) : counts(schema_of(family)), store(schema_of(family)) {
    auto classes = std::make_shared<Dictionary>();
    auto values = std::make_shared<Dictionary>();
    std::vector<std::int32_t> y, x;
    for (std::size_t i = 0; i < rows.y.size(); ++i) {
      y.push_back(classes->code(Label::of(rows.y[i])));
      x.push_back(std::isnan(rows.x[i]) ? -1 : values->code(Label::of(rows.x[i])));
    }
    Batch batch;
    batch.rows = static_cast<std::int64_t>(rows.y.size());
    batch.columns.push_back({"y", Codes::of(y, classes)});
    if (family == Family::kCategorical) {
      batch.columns.push_back({"x", Codes::of(x, values)});
    } else {
      batch.columns.push_back({"x", Numbers::of(rows.x)});
    }
    counts.add(batch);
    store.append(batch);
  }
  // By the engine, which takes every single row out of the counts.
  double log_loss() const {
    const Loss loss = Loss::zero_one(counts.class_labels());
    return leave_one_out(store, counts, {Question{}}, loss, 1)[0].summary().log_loss;
  }
  Counts counts;
  RowStore store;
};

Rows random_rows(unsigned seed, int values) {
  std::mt19937 random(seed);
  Rows rows;
  for (int i = 0; i < 60; ++i) {
    const int k = static_cast<int>(random() % 3);
    rows.y.emplace_back(1, static_cast<char>('a' + k));
    const double value = static_cast<double>((random() % 7 + static_cast<unsigned>(k)) %
                                             static_cast<unsigned>(values));
    rows.x.push_back(random() % 9 == 0 ? std::nan("") : value);
  }
  return rows;
}

TEST(FamilyChoice, TheLossesAreThoseOfLeavingEachRowOut) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    // Rows without the feature are asked about by the engine, and not by the losses.
    Rows rows = random_rows(seed, 4);
    Rows known;
    for (std::size_t i = 0; i < rows.x.size(); ++i) {
      if (std::isnan(rows.x[i])) continue;
      known.y.push_back(rows.y[i]);
      known.x.push_back(rows.x[i]);
    }
    const Fitted categorical(known, Family::kCategorical), gaussian(known, Family::kGaussian);
    const FamilyLosses losses =
        leave_one_out_losses(categorical.counts, *categorical.counts.find("x"));
    EXPECT_NEAR(losses.categorical, categorical.log_loss(), 1e-12);
    EXPECT_NEAR(losses.gaussian, gaussian.log_loss(), 1e-12);
  }
}

TEST(FamilyChoice, AValueSeenOnceIsUnknownWithoutItsRow) {
  const Rows rows{{"a", "a", "b", "b", "b"}, {1, 2, 2, 2, 7}};
  const Fitted categorical(rows, Family::kCategorical), gaussian(rows, Family::kGaussian);
  const FamilyLosses losses =
      leave_one_out_losses(categorical.counts, *categorical.counts.find("x"));
  EXPECT_NEAR(losses.categorical, categorical.log_loss(), 1e-12);
  EXPECT_NEAR(losses.gaussian / gaussian.log_loss(), 1, 1e-12);  // class a is left without spread
}

std::optional<Family> family_of(const std::vector<double>& values, int times) {
  Rows rows;
  for (int i = 0; i < times; ++i) {
    for (const double value : values) {
      rows.x.push_back(value);
      rows.y.emplace_back(rows.x.size() % 3 == 0 ? "b" : "a");
    }
  }
  const Fitted fitted(rows, Family::kCategorical);
  return family_of_whole_numbers(fitted.counts, *fitted.counts.find("x"));
}

TEST(FamilyChoice, BitsPairsAndMany) {
  EXPECT_EQ(family_of({0, 1}, 10), Family::kBernoulli);
  EXPECT_EQ(family_of({1}, 10), Family::kBernoulli);
  EXPECT_EQ(family_of({1, 2}, 10), Family::kCategorical);
  EXPECT_EQ(family_of({-1, 1}, 10), Family::kCategorical);
  EXPECT_EQ(family_of({5}, 10), Family::kCategorical);
  std::vector<double> many;
  for (int i = 0; i < 21; ++i) many.push_back(i);
  EXPECT_EQ(family_of(many, 50), std::nullopt);
  EXPECT_EQ(family_of({1, 2, 3}, 2), std::nullopt);  // two rows for a value
}

TEST(FamilyChoice, WhatPredictsBetter) {
  Rows codes, measures;
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 600; ++i) {
    const bool is_a = i % 2 == 0;
    codes.y.emplace_back(is_a ? "a" : "b");
    measures.y.emplace_back(is_a ? "a" : "b");
    codes.x.push_back(is_a ? 2.0 * static_cast<double>(random() % 4)
                           : 2.0 * static_cast<double>(random() % 4) + 1);  // odd and even
    measures.x.push_back(std::round(normal(random) + (is_a ? 0 : 3) + 8));
  }
  const auto choose = [](const Rows& rows) {
    const Fitted fitted(rows, Family::kCategorical);
    return family_of_whole_numbers(fitted.counts, *fitted.counts.find("x"));
  };
  EXPECT_EQ(choose(codes), Family::kCategorical);
  EXPECT_EQ(choose(measures), Family::kGaussian);
}

TEST(FamilyChoice, AColumnThatDecidesTheTarget) {
  const auto decides = [](const Rows& rows, Family family) {
    const Fitted fitted(rows, family);
    return decides_target(fitted.counts, *fitted.counts.find("x"));
  };
  Rows copy, nearly;
  for (int i = 0; i < 60; ++i) {
    copy.y.emplace_back(i % 3 == 0 ? "a" : "b");
    copy.x.push_back(i % 3 == 0 ? 10 : 20 + i % 2 * 5);
  }
  nearly = copy;
  nearly.x[0] = 20;
  EXPECT_TRUE(decides(copy, Family::kCategorical));
  EXPECT_FALSE(decides(nearly, Family::kCategorical));
  EXPECT_FALSE(decides(copy, Family::kGaussian));
  for (double& x : copy.x) x = x > 10 ? 20 : 10;
  EXPECT_TRUE(decides(copy, Family::kGaussian));
  copy.y.resize(40);
  copy.x.resize(40);
  EXPECT_FALSE(decides(copy, Family::kCategorical));  // too few rows to wonder
  Rows rare;  // many values for the rows that have one, few for all
  for (int i = 0; i < 600; ++i) {
    rare.y.emplace_back(i % 2 == 0 ? "a" : "b");
    rare.x.push_back(i < 60 ? i : std::nan(""));
  }
  EXPECT_FALSE(decides(rare, Family::kCategorical));
}

}  // namespace
}  // namespace tally
