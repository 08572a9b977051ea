// SPDX-License-Identifier: Apache-2.0
#include "tally/count/value_tally.h"

#include <gtest/gtest.h>

#include "tally/count/tally_spec_testing.h"

namespace tally {
namespace {

TEST(ValueTally, ValuesAreThoseSeenSortedByLabel) {
  ValueTally tally(tally_spec(Family::kCategorical, ValueType::kNumber));
  for (const double value : {10.0, 2.0, -1.5}) {
    tally.cell(0, tally.slot_of(Label::of(value))).add(std::int64_t{1});
  }
  tally.slot_of(Label::of(99.0));  // known, but never counted: not a possible value
  const auto values = tally.values();
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values[0].label, Label::of(-1.5));
  EXPECT_EQ(values[1].label, Label::of(2.0));
  EXPECT_EQ(values[2].label, Label::of(10.0));
  EXPECT_EQ(tally.total(0).to_double(), 3);
}

TEST(ValueTally, ACountThatReturnsToZeroIsNoValueUnlessDeclared) {
  ValueTally tally(tally_spec(Family::kCategorical, ValueType::kText));
  const std::int32_t slot = tally.slot_of(Label::of("a"));
  tally.cell(0, slot).add(std::int64_t{1});
  tally.cell(0, slot).add(std::int64_t{-1});
  EXPECT_TRUE(tally.values().empty());
  EXPECT_EQ(ValueTally(tally_spec(Family::kCategorical, ValueType::kText, {Label::of("a")}))
                .values()
                .size(),
            1U);
}

TEST(ValueTally, OfTruthsAreFalseAndTrue) {
  const ValueTally bernoulli(tally_spec(Family::kBernoulli, ValueType::kNumber));
  EXPECT_EQ(bernoulli.values().size(), 2U);
  EXPECT_EQ(bernoulli.value_type(), ValueType::kBoolean);
}

TEST(ValueTally, WhatWasNeverCountedIsZero) {
  const ValueTally tally(tally_spec(Family::kCategorical, ValueType::kText));
  EXPECT_TRUE(tally.at(-1, 0).is_zero());
  EXPECT_TRUE(tally.at(5, 7).is_zero());
  EXPECT_TRUE(tally.at(0, -1).is_zero());
}

TEST(ValueTally, FindsTheSumsOfARowThatItCanHave) {
  ValueTally tally(tally_spec(Family::kCategorical, ValueType::kNumber));
  ASSERT_NE(tally.find_cell(0, Part::kValue, "1.5"), nullptr);
  tally.find_cell(0, Part::kValue, "1.5")->add(std::int64_t{2});
  tally.find_cell(0, Part::kMissing, "")->add(std::int64_t{1});
  EXPECT_EQ(tally.at(0, tally.find_key("1.5")), ExactSum(2));
  EXPECT_EQ(tally.key_of(tally.find_key("1.5")), "1.5");
  EXPECT_EQ(tally.at(0, Part::kMissing), ExactSum(1));
  EXPECT_EQ(tally.find_cell(0, Part::kValue, "one"), nullptr);
  EXPECT_EQ(tally.find_cell(0, Part::kMissing, "1"), nullptr);
  EXPECT_EQ(tally.find_cell(0, Part::kSum, ""), nullptr);
  EXPECT_EQ(tally.find_cell(0, Part::kRepeat, "1.5"), nullptr);
  ValueTally declared(tally_spec(Family::kCategorical, ValueType::kText, {Label::of("a")}));
  EXPECT_EQ(declared.find_cell(0, Part::kValue, "b"), nullptr);
}

TEST(ValueTally, KnowsWhatNoRowsCanHaveLedTo) {
  ValueTally tally(tally_spec(Family::kCategorical, ValueType::kText));
  tally.cell(0, tally.slot_of(Label::of("a"))).add(std::int64_t{2});
  EXPECT_EQ(tally.impossibility(0, ExactSum(2)), "");
  EXPECT_NE(tally.impossibility(0, ExactSum(3)), "");
  tally.cell(0, tally.slot_of(Label::of("b"))).add(std::int64_t{-1});
  EXPECT_EQ(tally.impossibility(0, ExactSum(1)), "a negative count of 'b'");
  ValueTally group(tally_spec(Family::kMultinomial, ValueType::kText, {Label::of("t")}));
  group.cell(0, group.slot_of(Label::of("t"))).add(std::int64_t{7});
  EXPECT_EQ(group.impossibility(0, ExactSum(1)), "");
  EXPECT_EQ(group.impossibility(0, ExactSum(0)), "counts over no rows");
}

}  // namespace
}  // namespace tally
