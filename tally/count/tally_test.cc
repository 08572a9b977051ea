// SPDX-License-Identifier: Apache-2.0
#include "tally/count/tally.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TallySpec spec(Family family, ValueType type, std::vector<Label> values = {}) {
  TallySpec out;
  out.name = "x";
  out.family = family;
  out.columns = {"x"};
  out.type = type;
  out.values = std::move(values);
  return out;
}

TEST(Tally, ValuesAreThoseSeenSortedByLabel) {
  Tally tally(spec(Family::kCategorical, ValueType::kNumber));
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

TEST(Tally, ACountThatReturnsToZeroIsNoValueUnlessDeclared) {
  Tally tally(spec(Family::kCategorical, ValueType::kText));
  const std::int32_t slot = tally.slot_of(Label::of("a"));
  tally.cell(0, slot).add(std::int64_t{1});
  tally.cell(0, slot).add(std::int64_t{-1});
  EXPECT_TRUE(tally.values().empty());
  EXPECT_EQ(Tally(spec(Family::kCategorical, ValueType::kText, {Label::of("a")})).values().size(),
            1U);
}

TEST(Tally, SlotsKnowTheirPart) {
  Tally gaussian(spec(Family::kGaussian, ValueType::kNumber));
  EXPECT_EQ(gaussian.part_of(gaussian.slot_of(Part::kSquare)), Part::kSquare);
  EXPECT_EQ(gaussian.slot_of(Part::kExposure), -1);
  EXPECT_EQ(gaussian.slot_of(Label::of(1.0)), -1);
  const Tally bernoulli(spec(Family::kBernoulli, ValueType::kNumber));
  EXPECT_EQ(bernoulli.values().size(), 2U);
  EXPECT_EQ(bernoulli.value_type(), ValueType::kBoolean);
  for (const Part part :
       {Part::kMissing, Part::kValue, Part::kWeight, Part::kSum, Part::kSquare, Part::kExposure}) {
    EXPECT_EQ(parse_part(to_string(part)), part);
  }
  EXPECT_FALSE(parse_part("nothing"));
}

TEST(Tally, WhatWasNeverCountedIsZero) {
  const Tally tally(spec(Family::kCategorical, ValueType::kText));
  EXPECT_TRUE(tally.at(-1, 0).is_zero());
  EXPECT_TRUE(tally.at(5, 7).is_zero());
  EXPECT_TRUE(tally.at(0, -1).is_zero());
}

TEST(Tally, KnowsWhatNoRowsCanHaveLedTo) {
  Tally tally(spec(Family::kGaussian, ValueType::kNumber));
  EXPECT_EQ(tally.impossibility(0, ExactSum(0)), "");
  tally.cell(0, tally.slot_of(Part::kWeight)).add(std::int64_t{2});
  tally.cell(0, tally.slot_of(Part::kSum)).add(std::int64_t{4});
  tally.cell(0, tally.slot_of(Part::kSquare)).add(std::int64_t{8});
  EXPECT_EQ(tally.impossibility(0, ExactSum(2)), "");
  EXPECT_NE(tally.impossibility(0, ExactSum(3)), "");  // a row that is neither counted nor missing
  tally.cell(0, tally.slot_of(Part::kSquare)).add(std::int64_t{-1});
  EXPECT_NE(tally.impossibility(0, ExactSum(2)), "");  // 2 · 7 < 4²
  tally.cell(0, tally.slot_of(Part::kSquare)).add(std::int64_t{100});
  EXPECT_EQ(tally.impossibility(0, ExactSum(2)), "");
  tally.cell(0, tally.slot_of(Part::kMissing)).add(std::int64_t{-1});
  EXPECT_EQ(tally.impossibility(0, ExactSum(1)), "a negative number of missing values");
}

}  // namespace
}  // namespace tally
