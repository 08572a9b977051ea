// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/small_counts.h"

#include <gtest/gtest.h>

#include <limits>

namespace tally {
namespace {

constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();

TEST(SmallCounts, AddUp) {
  SmallCounts counts(2, 3);
  CellSums sums(2, 3);
  EXPECT_TRUE(counts.empty());
  counts.cells(1, 5, sums)[2] += 5;
  counts.cells(1, 7, sums)[2] += 7;
  counts.cells(0, 1, sums)[0] += 1;
  EXPECT_FALSE(counts.empty());
  EXPECT_EQ(counts.cells(1)[2], 12u);
  EXPECT_TRUE(sums == CellSums(2, 3));
  for (int twice = 0; twice < 2; ++twice) {  // what was moved is gone
    for (const std::size_t k : {0u, 1u}) counts.move_into(sums, k);
    EXPECT_EQ(sums.at(1, 2).to_double(), 12);
    EXPECT_EQ(sums.at(0, 0).to_double(), 1);
    EXPECT_TRUE(sums.at(0, 2).is_zero());
  }
}

TEST(SmallCounts, AreHandedOverToEmptySums) {
  SmallCounts counts(2, 3);
  CellSums sums(2, 3);
  counts.hand_over(sums);  // there are none
  EXPECT_FALSE(sums.has_whole());
  counts.cells(1, 5, sums)[2] += 5;
  counts.hand_over(sums);
  EXPECT_TRUE(counts.empty());
  EXPECT_EQ(sums.at(1, 2).to_double(), 5);
  counts.cells(1, 7, sums)[2] += 7;  // what was handed over is gone
  counts.hand_over(sums);            // the sums have whole numbers
  EXPECT_FALSE(counts.empty());
  counts.move_into(sums, 1);
  EXPECT_EQ(sums.at(1, 2).to_double(), 12);
}

TEST(SmallCounts, CopiesMayShareTheirCells) {
  SmallCounts shared(2, 3);
  shared.share();
  SmallCounts a = shared, b = shared, idle = shared;
  CellSums sums(2, 3);
  a.cells(0, 5, sums)[2] += 5;
  b.cells(1, 7, sums)[2] += 7;
  for (SmallCounts* counts : {&idle, &a, &b}) counts->hand_over(sums);
  EXPECT_TRUE(a.empty() && b.empty() && idle.empty());
  EXPECT_EQ(sums.at(0, 2).to_double(), 5);
  EXPECT_EQ(sums.at(1, 2).to_double(), 7);

  SmallCounts c = idle, d = idle;  // what comes later has cells of its own
  c.cells(0, 1, sums)[0] += 1;
  d.cells(0, 2, sums)[0] += 2;
  EXPECT_EQ(c.cells(0)[0] + 10 * d.cells(0)[0], 21u);
}

TEST(SmallCounts, FullCellsGoToTheSums) {
  SmallCounts counts(1, 2);
  CellSums sums(1, 2);
  for (int i = 0; i < 3; ++i) counts.cells(0, kMost, sums)[1] += kMost;
  EXPECT_EQ(sums.at(0, 1).to_double(), 2.0 * kMost);
  counts.cells(0, 1, sums)[0] += 1;  // no cell could hold what might have been added to it
  EXPECT_EQ(sums.at(0, 1).to_double(), 3.0 * kMost);
  counts.move_into(sums, 0);
  EXPECT_EQ(sums.at(0, 0).to_double(), 1);
  EXPECT_EQ(sums.at(0, 1).to_double(), 3.0 * kMost);
}

TEST(SmallCounts, GoToLargeSumsOneByOne) {
  SmallCounts counts(1, 2);
  CellSums sums(1, 2);
  sums.add(0, std::numeric_limits<std::int64_t>::max());
  counts.cells(0, 9, sums)[0] += 9;
  counts.cells(0, 9, sums)[1] += 4;
  EXPECT_FALSE(counts.move_if_small(sums, 0));
  EXPECT_EQ(counts.cells(0)[0], 9u);
  counts.move_into(sums, 0);
  ExactSum expected(std::numeric_limits<std::int64_t>::max());
  expected.add(std::int64_t{9});
  EXPECT_TRUE(sums.at(0, 0) == expected);
  EXPECT_EQ(sums.at(0, 1).to_double(), 4);
}

}  // namespace
}  // namespace tally
