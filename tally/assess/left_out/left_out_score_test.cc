// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_score.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tally {
namespace {

TEST(LeftOutScore, CountsRowsAsOftenAsTheyAreThere) {
  LeftOutScore score;
  score.add(3, 0.5, true);
  score.add(1, 0.25, false);
  EXPECT_EQ(score.rows(), 4);
  EXPECT_EQ(score.accuracy(), 0.75);
  EXPECT_NEAR(score.log_loss(), (3 * std::log(2) + std::log(4)) / 4, 1e-15);
  score.add(1, 0, false);
  EXPECT_NEAR(score.log_loss(), (3 * std::log(2) + std::log(4) + 700) / 5, 1e-12);
}

// Two kinds of rows, half and half, in which the other gains g and −h.
struct Pair {
  LeftOutScore one, other;
};
Pair pair_of(int rows, double g, double h) {
  Pair out;
  for (int i = 0; i < rows; ++i) {
    out.one.add(1, 0.3, true);
    out.other.add(1, 0.3 * std::exp(i % 2 == 0 ? g : -h), true);
  }
  return out;
}

// The mean of the differences less twice their standard error: (g − h)/2 − 2 (g + h)/2 / √n.
TEST(LeftOutScore, IsSureOfADifferenceByTwoStandardErrors) {
  for (const int rows : {30, 64, 400}) {
    const Pair pair = pair_of(rows, 0.5, 0.2);
    const double expected = 0.15 - 2 * 0.35 / std::sqrt(rows);
    EXPECT_NEAR(pair.one.sure_gain_of(pair.other), expected, 1e-12);
    EXPECT_EQ(pair.one.is_beaten_by(pair.other, 0), expected > 0) << rows;
    EXPECT_FALSE(pair.other.is_beaten_by(pair.one, 0));
    // What it owes to having been chosen is taken off, over all rows.
    EXPECT_FALSE(pair.one.is_beaten_by(pair.other, (expected + 1e-6) * rows));
    if (expected > 0) {
      EXPECT_TRUE(pair.one.is_beaten_by(pair.other, (expected - 1e-6) * rows));
    }
  }
}

TEST(LeftOutScore, FewRowsSayNothing) {
  const Pair few = pair_of(29, 0.5, -0.5), enough = pair_of(30, 0.5, -0.5);
  EXPECT_GT(few.one.sure_gain_of(few.other), 0.4);
  EXPECT_FALSE(few.one.is_beaten_by(few.other, 0));
  EXPECT_TRUE(enough.one.is_beaten_by(enough.other, 0));
}

// 100 rows cannot tell how rare something is that is rarer than one in 101.
TEST(LeftOutScore, OneRowThatIsImpossibleDoesNotDrownTheOthers) {
  LeftOutScore one, other;
  for (int i = 0; i < 99; ++i) {
    one.add(1, 0.5, true);
    other.add(1, 0.8, true);
  }
  one.add(1, 0.5, true);
  other.add(1, 1e-300, false);
  EXPECT_LT(one.sure_gain_of(other), 0);
  EXPECT_TRUE(one.is_beaten_by(other, 0));
}

}  // namespace
}  // namespace tally
