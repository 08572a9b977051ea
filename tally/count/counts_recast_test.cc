// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tally/base/error.h"
#include "tally/count/counts.h"
#include "tally/count/mixed_table_testing.h"

namespace tally {
namespace {

ColumnSchema feature(Family family, ValueType type = ValueType::kNumber) {
  ColumnSchema x;
  x.name = "x";
  x.type = type;
  x.family = family;
  return x;
}

Schema schema_of(const std::vector<ColumnSchema>& features) {
  Schema schema;
  schema.columns = features;
  ColumnSchema y, w, z;
  y.name = "y";
  y.role = Role::kTarget;
  w.name = "w";
  w.role = Role::kWeight;
  z.name = "z";
  schema.columns.insert(schema.columns.end(), {y, w, z});
  return validated(schema);
}

// Rows with weights and values that no double adds up exactly.
struct Data {
  explicit Data(bool bits) {
    std::mt19937 random(7);
    for (int i = 0; i < 500; ++i) {
      y.push_back(static_cast<std::int32_t>(random() % 3));
      const double value = bits ? random() % 2 : (random() % 5) * 0.1 - 1e9;
      x.push_back(random() % 10 == 0 ? std::nan("") : value);
      codes.push_back(std::isnan(x.back()) ? -1 : values->code(Label::of(value)));
      w.push_back(random() % 7 * 0.3);
      z.push_back(std::ldexp(1.0, static_cast<int>(random() % 90)));
    }
    for (std::int64_t k = 0; k < 3; ++k) classes->code(Label::of(k));
  }
  Counts counted(const Schema& schema) const {
    Batch batch;
    batch.rows = static_cast<std::int64_t>(y.size());
    batch.columns = {{"y", Codes::of(y, classes)}, {"w", Numbers::of(w)}, {"z", Numbers::of(z)}};
    const ColumnSchema* const column = schema.find("x");
    if (column != nullptr && column->family == Family::kCategorical) {
      batch.columns.push_back({"x", Codes::of(codes, values)});
    } else {
      batch.columns.push_back({"x", Numbers::of(x)});
    }
    Counts counts(schema);
    counts.add(batch);
    return counts;
  }
  std::vector<std::int32_t> y, codes;
  std::vector<double> x, w, z;
  std::shared_ptr<Dictionary> classes = std::make_shared<Dictionary>();
  std::shared_ptr<Dictionary> values = std::make_shared<Dictionary>();
};

TEST(CountsRecast, ValuesBecomeTheNumbersThatWouldHaveBeenCounted) {
  const Data reals(false), bits(true);
  const Schema by_value = schema_of({feature(Family::kCategorical)});
  const Schema gaussian = schema_of({feature(Family::kGaussian)});
  const Schema bernoulli = schema_of({feature(Family::kBernoulli)});
  EXPECT_EQ(rows_of(reals.counted(by_value).recast(gaussian)), rows_of(reals.counted(gaussian)));
  EXPECT_EQ(rows_of(bits.counted(by_value).recast(gaussian)), rows_of(bits.counted(gaussian)));
  EXPECT_EQ(rows_of(bits.counted(by_value).recast(bernoulli)), rows_of(bits.counted(bernoulli)));
  EXPECT_EQ(bits.counted(by_value).recast(bernoulli).schema(), bernoulli);
  bits.counted(by_value).recast(bernoulli).check();
}

TEST(CountsRecast, AColumnMayBeLeftOut) {
  const Data data(false);
  const Schema with = schema_of({feature(Family::kCategorical)}), without = schema_of({});
  EXPECT_EQ(rows_of(data.counted(with).recast(without)), rows_of(data.counted(without)));
  EXPECT_EQ(rows_of(data.counted(with).recast(with)), rows_of(data.counted(with)));
}

TEST(CountsRecast, HistogramsComeFromValuesOrAreLeftOut) {
  const Data data(false), bits(true);
  ColumnSchema with = feature(Family::kGaussian), other = with;
  with.histogram = other.histogram = true;
  with.origin = -1e9;
  other.origin = 3;
  const Schema by_value = schema_of({feature(Family::kCategorical)});
  const Schema histogram = schema_of({with}), elsewhere = schema_of({other});
  const Schema bare = schema_of({feature(Family::kGaussian)});
  for (const Schema& to : {histogram, elsewhere}) {
    EXPECT_EQ(rows_of(data.counted(by_value).recast(to)), rows_of(data.counted(to)));
    EXPECT_EQ(rows_of(bits.counted(by_value).recast(to)), rows_of(bits.counted(to)));
    data.counted(by_value).recast(to).check();
  }
  EXPECT_EQ(rows_of(data.counted(histogram).recast(bare)), rows_of(data.counted(bare)));
  EXPECT_EQ(rows_of(data.counted(histogram).recast(histogram)), rows_of(data.counted(histogram)));
  EXPECT_EQ(rows_of(data.counted(histogram).recast(schema_of({}))),
            rows_of(data.counted(schema_of({}))));
  EXPECT_FALSE(Counts::can_recast(bare, histogram));
  EXPECT_FALSE(Counts::can_recast(histogram, elsewhere));
  EXPECT_FALSE(Counts::can_recast(histogram, by_value));
}

TEST(CountsRecast, PairsOfATextMayBeLeftOut) {
  ColumnSchema with = feature(Family::kText, ValueType::kText), without = with;
  with.text.pairs = true;
  const Schema pairs = schema_of({with}), words = schema_of({without});
  EXPECT_TRUE(Counts::can_recast(pairs, words));
  EXPECT_FALSE(Counts::can_recast(words, pairs));
  ColumnSchema once = without;
  once.text.once = true;
  EXPECT_FALSE(Counts::can_recast(pairs, schema_of({once})));
}

TEST(CountsRecast, WhatCountsDoNotTellIsRefused) {
  const Schema gaussian = schema_of({feature(Family::kGaussian)});
  const Schema by_value = schema_of({feature(Family::kCategorical)});
  const Schema texts = schema_of({feature(Family::kCategorical, ValueType::kText)});
  ColumnSchema threshold = feature(Family::kBernoulli);
  threshold.binarize = 2;
  EXPECT_TRUE(Counts::can_recast(by_value, gaussian));
  EXPECT_FALSE(Counts::can_recast(gaussian, by_value));
  EXPECT_FALSE(Counts::can_recast(texts, gaussian));
  EXPECT_FALSE(Counts::can_recast(by_value, texts));
  EXPECT_FALSE(Counts::can_recast(by_value, schema_of({threshold})));
  EXPECT_FALSE(Counts::can_recast(schema_of({}), gaussian));
  EXPECT_THROW(Counts(gaussian).recast(by_value), Error);
}

}  // namespace
}  // namespace tally
