// SPDX-License-Identifier: Apache-2.0
// The small integers of a grid: where they end, and how they get from one grid to another.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "tally/sums/sum_grid.h"

namespace tally {
namespace {

constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();

SumGrid small_grid(std::int64_t classes, std::int64_t columns) {
  SumGrid sums(classes, columns);
  sums.make_small();
  return sums;
}

TEST(SumGridSmall, AddUp) {
  SumGrid sums = small_grid(2, 3);
  sums.small_for(1, 5)[2] += 5;
  sums.small_for(1, 7)[2] += 7;
  sums.small_for(0, 1)[0] += 1;
  EXPECT_EQ(sums.small(1)[2], 12u);
  EXPECT_EQ(sums.most_small(1), 12u);
  EXPECT_EQ(sums.at(1, 2).whole(), 12);
  EXPECT_EQ(sums.at(0, 0).whole(), 1);
  EXPECT_TRUE(sums.at(0, 2).is_zero());
}

TEST(SumGridSmall, EndBeforeTheyOverflow) {
  SumGrid sums = small_grid(2, 2);
  EXPECT_EQ(sums.small_for(0, std::uint64_t{kMost} + 1), nullptr);
  sums.small_for(0, kMost - 1)[0] = kMost - 1;
  EXPECT_EQ(sums.small_for(0, 2), nullptr);
  ASSERT_NE(sums.small_for(0, 1), nullptr);
  EXPECT_EQ(sums.small_for(0, 1), nullptr);
  ASSERT_NE(sums.small_for(1, kMost), nullptr);  // another class
}

// Room that was made, and not used.
TEST(SumGridSmall, ALookMayFindRoom) {
  constexpr std::uint32_t kHalf = std::uint32_t{1} << 31;
  SumGrid sums = small_grid(1, 3);
  sums.small_for(0, kMost)[2] = kHalf - 1;
  EXPECT_EQ(sums.small_for(0, std::uint64_t{kHalf} + 1), nullptr);
  EXPECT_EQ(sums.most_small(0), kHalf - 1);
  ASSERT_NE(sums.small_for(0, kHalf), nullptr);
  EXPECT_EQ(sums.most_small(0), kMost);
  sums.small_for(0, 1)[2] += 1;
  ASSERT_NE(sums.small_for(0, kHalf - 1), nullptr);
  EXPECT_EQ(sums.small_for(0, 1), nullptr);  // there is little, and would be less every time
}

TEST(SumGridSmall, OneByOneTheyEndWhereTheirIntegersDo) {
  SumGrid sums(1, 2);
  for (const std::int64_t amount : {std::int64_t{kMost} - 7, std::int64_t{7}, std::int64_t{1}}) {
    sums.add(0, amount);
    sums.add(1, std::int64_t{1});
  }
  EXPECT_EQ(sums.small(0)[0], kMost);
  EXPECT_EQ(sums.most_small(0), kMost);
  EXPECT_EQ(sums.at(0, 0).whole(), std::int64_t{kMost} + 1);
  EXPECT_EQ(sums.at(0, 1).whole(), 3);
  sums.add(1, std::int64_t{-3});
  EXPECT_EQ(sums.small(0)[1], 0u);
  sums.add(1, std::int64_t{-1});
  EXPECT_EQ(sums.small(0)[1], 0u);
  EXPECT_EQ(sums.at(0, 1).whole(), -1);
}

TEST(SumGridSmall, AreTakenOverAsTheyLie) {
  SumGrid counts(2, 3), sums(2, 3);
  sums.take_small(counts);  // there are none
  EXPECT_FALSE(sums.has_small());
  counts.make_small();
  counts.small_for(1, 5)[2] += 5;
  sums.take_small(counts);
  EXPECT_FALSE(counts.has_small());
  EXPECT_EQ(sums.at(1, 2).whole(), 5);
  EXPECT_EQ(sums.most_small(1), 5u);
  EXPECT_TRUE(counts == SumGrid(2, 3));  // what was taken is gone
  counts.make_small();
  counts.small_for(1, 7)[2] += 7;
  sums.take_small(counts);  // there are some already
  EXPECT_TRUE(counts.has_small());
  for (int twice = 0; twice < 2; ++twice) {  // what was moved is gone
    sums.move_small(counts, 1);
    EXPECT_EQ(sums.at(1, 2).whole(), 12);
    EXPECT_TRUE(counts == SumGrid(2, 3));
  }
}

TEST(SumGridSmall, MoveToWhereTheyBecomeSomethingElse) {
  SumGrid counts = small_grid(1, 2), sums(1, 2);
  for (int times = 1; times <= 3; ++times) {
    counts.small_for(0, kMost)[1] += kMost;
    if (times == 2) {
      EXPECT_FALSE(sums.move_small_if_room(counts, 0));
      EXPECT_EQ(counts.small(0)[1], kMost);
    }
    sums.move_small(counts, 0);
    EXPECT_EQ(sums.at(0, 1).to_double(), times * static_cast<double>(kMost));
    EXPECT_EQ(counts.most_small(0), 0u);
  }
  EXPECT_TRUE(sums.at(0, 0).is_zero());
}

TEST(SumGridSmall, MoveToLargeSums) {
  SumGrid counts = small_grid(1, 2), sums(1, 2);
  sums.add(0, std::numeric_limits<std::int64_t>::max());
  counts.small_for(0, 9)[0] += 9;
  counts.small_for(0, 9)[1] += 4;
  sums.move_small(counts, 0);
  ExactSum expected(std::numeric_limits<std::int64_t>::max());
  expected.add(std::int64_t{9});
  EXPECT_TRUE(sums.at(0, 0) == expected);
  EXPECT_EQ(sums.at(0, 1).whole(), 4);
}

// Whether they move at once or one by one, at every place of a row.
TEST(SumGridSmall, EndAtEveryPlaceOfARow) {
  constexpr std::int64_t kMostSmall = kMost;
  for (std::int64_t columns = 1; columns <= 70; ++columns) {
    for (std::int64_t place = 0; place < columns; ++place) {
      const auto expect = [&](std::int64_t before, std::uint32_t amount, bool fits) {
        SumGrid sums = small_grid(2, columns), counts = small_grid(2, columns);
        sums.add(static_cast<std::size_t>(columns + place), before);
        std::uint32_t* const amounts = counts.small_for(1, std::max(amount, 5u));
        std::fill_n(amounts, columns, 5);
        amounts[place] = amount;
        ASSERT_EQ(sums.move_small_if_room(counts, 1), fits) << before;
        sums.move_small(counts, 1);
        for (std::int64_t i = 0; i < columns; ++i) {
          ExactSum expected(i == place ? before : 0);
          expected.add(std::int64_t{i == place ? amount : 5});
          ASSERT_TRUE(sums.at(1, i) == expected) << i << " of " << columns;
          ASSERT_TRUE(sums.at(0, i).is_zero());
        }
      };
      expect(kMostSmall - 7, 7, true);
      expect(kMostSmall - 6, 7, false);
      expect(1, kMost, false);
      expect(0, kMost, true);
      expect(kMostSmall + 1, 7, true);  // that lies elsewhere
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace tally
