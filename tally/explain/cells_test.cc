// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/cells.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/explain/small_table_testing.h"

namespace tally {
namespace {

TEST(RowCells, AnyTypeOfColumnAtAnyRow) {
  SmallTable table;
  table.texts("t", {"a", "", "b"}).numbers("n", {1.5, NAN, -2}, Family::kGaussian);
  const std::uint8_t bits = 0b101, valid = 0b110;
  Batch batch = table.batch();
  batch.columns.push_back({"b", Bits{&bits, 0, Validity{&valid, 0}}});
  const RowCells first(batch, 0), second(batch, 1), third(batch, 2);
  EXPECT_EQ(first.label("t"), Label::of("a"));
  EXPECT_EQ(second.label("t"), std::nullopt);
  EXPECT_EQ(third.label("t"), Label::of("b"));
  EXPECT_EQ(first.number("n"), 1.5);
  EXPECT_TRUE(std::isnan(second.number("n")));
  EXPECT_EQ(second.label("n"), std::nullopt);
  EXPECT_EQ(third.label("n"), Label::of(-2.0));
  EXPECT_EQ(first.label("b"), std::nullopt);
  EXPECT_TRUE(std::isnan(first.number("b")));
  EXPECT_EQ(second.label("b"), Label::of(false));
  EXPECT_TRUE(third.truth("b", std::nullopt));
  EXPECT_EQ(third.number("b"), 1);
  EXPECT_EQ(third.batch().rows, 1);
}

TEST(RowCells, AThresholdIsStrict) {
  SmallTable table;
  table.numbers("n", {0.5, 0.6}, Family::kBernoulli);
  EXPECT_FALSE(RowCells(table.batch(), 0).truth("n", 0.5));
  EXPECT_TRUE(RowCells(table.batch(), 1).truth("n", 0.5));
}

TEST(RowCells, EventsAndMissing) {
  SmallTable table;
  table.texts("X", {"S"}).numbers("size", {0.7}, Family::kBernoulli);
  table.numbers("free", {2}, Family::kMultinomial).numbers("now", {NAN}, Family::kMultinomial);
  table.numbers("lunch", {0}, Family::kMultinomial).numbers("age", {NAN}, Family::kGaussian);
  const RowCells row(table.batch(), 0);
  const FeatureEstimate x{"X", Family::kCategorical, {"X"}, "", CategoricalTable{}};
  CategoricalTable above;
  above.binarize = 0.5;
  const FeatureEstimate size{"size", Family::kBernoulli, {"size"}, "", above};
  const FeatureEstimate words{
      "words", Family::kMultinomial, {"free", "lunch", "now"}, "", MultinomialTable{}};
  const FeatureEstimate age{"age", Family::kGaussian, {"age"}, "", GaussianTable{}};
  EXPECT_EQ(event_text(x, row), "X = S");
  EXPECT_EQ(event_text(size, row), "size > 0.5");
  EXPECT_EQ(event_text(words, row), "words: free=2");
  EXPECT_FALSE(is_missing(words, row));
  EXPECT_TRUE(is_missing(age, row));
  EXPECT_EQ(value_text(age, row), "");
}

}  // namespace
}  // namespace tally
