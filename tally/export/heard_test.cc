// SPDX-License-Identifier: Apache-2.0
#include "tally/export/heard.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

const SheetBins kBins{"x", 0, {1}, {0, -1000, -3, -2}};
const SheetNormal kNormal{"x", {0, 1}, {1, 1}};

TEST(Heard, IsWhatWasSaidUnderNaive) {
  const Sheet sheet = sheet_with(kBins, "x");
  EXPECT_EQ(heard(sheet, sheet.lines[0], kBins.says), kBins.says);
}

TEST(Heard, IsTemperedRowByRowAndWeighedUnderWeighted) {
  const Sheet sheet = weighted(sheet_with(kBins, "x"), 0.5);
  EXPECT_EQ(heard(sheet, sheet.lines[0], kBins.says), (std::vector<double>{0, -350, -1.5, -1}));
}

TEST(Heard, IsHeldBackOfLawsUnderWeightedAlone) {
  EXPECT_FALSE(is_held_back(sheet_with(kNormal, "x"), {"x", 1, kNormal}));
  const Sheet sheet = weighted(sheet_with(kNormal, "x"), 1);
  EXPECT_TRUE(is_held_back(sheet, sheet.lines[0]));
  EXPECT_FALSE(is_held_back(sheet, {"x", 1, kBins}));
}

}  // namespace
}  // namespace tally
