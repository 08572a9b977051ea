// SPDX-License-Identifier: Apache-2.0
#include "tally/assess.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(Calibration, FourRowsByHand) {
  Calibration c;
  c.add(0.61, true, 1);  // both in [0.6, 0.667)
  c.add(0.65, false, 1);
  c.add(1, true, 2);  // the last bin holds 1
  const std::vector<ReliabilityBin> bins = c.bins();
  ASSERT_EQ(bins.size(), 2U);
  EXPECT_DOUBLE_EQ(bins[0].from, 9.0 / 15);
  EXPECT_DOUBLE_EQ(bins[0].to, 10.0 / 15);
  EXPECT_EQ(bins[0].rows, 2);
  EXPECT_DOUBLE_EQ(bins[0].confidence, 0.63);
  EXPECT_DOUBLE_EQ(bins[0].accuracy, 0.5);
  EXPECT_EQ(bins[1].to, 1);
  EXPECT_EQ(bins[1].rows, 2);
  EXPECT_DOUBLE_EQ(c.expected_error(), (2 * 0.13 + 2 * 0) / 4);
}

TEST(Calibration, PiecesMergeToTheWhole) {
  Calibration whole, first, second;
  for (int i = 0; i < 40; ++i) {
    const double p = 0.3 + 0.017 * i;
    whole.add(p, i % 3 != 0, 0.1 * (i + 1));
    (i % 2 == 0 ? first : second).add(p, i % 3 != 0, 0.1 * (i + 1));
  }
  second.merge(first);
  EXPECT_EQ(second.expected_error(), whole.expected_error());
  EXPECT_EQ(second.bins().size(), whole.bins().size());
}

TEST(Calibration, NoRowsNoError) { EXPECT_EQ(Calibration().expected_error(), 0); }

}  // namespace
}  // namespace tally
