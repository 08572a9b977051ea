// SPDX-License-Identifier: Apache-2.0
#include "tally/count/moment_tally.h"

#include <gtest/gtest.h>

#include "tally/count/tally_spec_testing.h"

namespace tally {
namespace {

TEST(MomentTally, SlotsKnowTheirPart) {
  const MomentTally gaussian(tally_spec(Family::kGaussian, ValueType::kNumber));
  EXPECT_EQ(gaussian.slots(), 4);
  EXPECT_EQ(gaussian.part_of(gaussian.slot_of(Part::kSquare)), Part::kSquare);
  EXPECT_EQ(gaussian.part_of(gaussian.slot_of(Part::kMissing)), Part::kMissing);
  EXPECT_EQ(gaussian.slot_of(Part::kExposure), -1);
}

TEST(MomentTally, FindsTheSumsOfARowThatItCanHave) {
  MomentTally gaussian(tally_spec(Family::kGaussian, ValueType::kNumber));
  ASSERT_NE(gaussian.find_cell(1, Part::kSum, ""), nullptr);
  gaussian.find_cell(1, Part::kSum, "")->add(0.5);
  EXPECT_EQ(gaussian.at(1, Part::kSum).to_double(), 0.5);
  EXPECT_EQ(gaussian.find_cell(1, Part::kSum, "key"), nullptr);
  EXPECT_EQ(gaussian.find_cell(1, Part::kValue, "1"), nullptr);
  EXPECT_EQ(gaussian.find_cell(1, Part::kExposure, ""), nullptr);
}

TEST(MomentTally, KnowsWhatNoRowsCanHaveLedTo) {
  MomentTally tally(tally_spec(Family::kGaussian, ValueType::kNumber));
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

// The short look at moments that are clearly possible does not see what a count cannot be.
TEST(MomentTally, NoCountsAddUpToLessThanNothing) {
  for (const Family family : {Family::kGaussian, Family::kNegativeBinomial}) {
    MomentTally tally(tally_spec(family, ValueType::kNumber));
    tally.cell(0, tally.slot_of(Part::kWeight)).add(std::int64_t{2});
    tally.cell(0, tally.slot_of(Part::kSum)).add(std::int64_t{-1});
    tally.cell(0, tally.slot_of(Part::kSquare)).add(std::int64_t{5});
    EXPECT_EQ(tally.impossibility(0, ExactSum(2)),
              family == Family::kGaussian ? "" : "a negative sum");
  }
}

}  // namespace
}  // namespace tally
