// SPDX-License-Identifier: Apache-2.0
#include "tally/count/cell_tile.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>

#include "tally/count/text/text_tally_testing.h"

namespace tally {
namespace {

TEST(CellTile, HasTheSumsOfTheTallyInAnyOrderOfSlotsAndClasses) {
  std::mt19937 random(3);
  TextTally tally = text_tally();
  std::vector<std::int32_t> slots;
  for (int term = 0; term < 700; ++term) {
    slots.push_back(tally.slot_of_term("term" + std::to_string(term)));
    for (std::int32_t k = 0; k < 3; ++k) {
      if (random() % 2 == 0)
        tally.cell(k, slots.back()).add(static_cast<std::int64_t>(1 + random() % 5));
      if (random() % 4 == 0) tally.repeat_cell(k, slots.back()).add(std::int64_t{1});
    }
  }
  std::shuffle(slots.begin(), slots.end(), random);
  const std::vector<std::int32_t> classes{2, 0, 3};  // nothing was counted of class 3
  CellTile tile(tally, classes);
  std::size_t met = 0;
  for_each_slot(tile, slots, [&](std::size_t i, std::int32_t slot) {
    ASSERT_EQ(slot, slots[met++]);
    ASSERT_TRUE(tile.is_whole(i));
    for (std::size_t k = 0; k < classes.size(); ++k) {
      ASSERT_EQ(ExactSum(tile.rows(i)[k]), tally.at(classes[k], slot));
      ASSERT_EQ(ExactSum(tile.repeats(i)[k]), tally.repeats(classes[k], slot));
    }
  });
  EXPECT_EQ(met, slots.size());
}

TEST(CellTile, TellsWhereASumIsNotAWholeNumber) {
  TextTally tally = text_tally();
  const std::vector<std::int32_t> slots{tally.slot_of_term("whole"), tally.slot_of_term("half"),
                                        tally.slot_of_term("again"), tally.slot_of_term("back")};
  tally.cell(0, slots[0]).add(std::int64_t{7});
  tally.cell(1, slots[1]).add(0.5);
  tally.repeat_cell(1, slots[2]).add(0.5);
  tally.cell(0, slots[3]).add(0.5);
  tally.cell(0, slots[3]).add(0.5);
  CellTile tile(tally, {0, 1});
  tile.fetch(slots);
  EXPECT_TRUE(tile.is_whole(0));
  EXPECT_FALSE(tile.is_whole(1));
  EXPECT_FALSE(tile.is_whole(2));
  ASSERT_TRUE(tile.is_whole(3));
  EXPECT_EQ(tile.rows(3)[0], 1);
}

TEST(CellTile, WholeNumbersEndWithTheir64Bits) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  TextTally tally = text_tally();
  std::vector<std::int32_t> slots;
  std::vector<ExactSum> expected;
  // 62 bits are kept as a word, more as limbs; beyond 63 the tally is to be asked.
  for (const std::int64_t amount : {(std::int64_t{1} << 62) - 1, std::int64_t{1} << 62, kMost,
                                    -(std::int64_t{1} << 62), -kMost - 1}) {
    for (const std::int64_t more : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}}) {
      slots.push_back(tally.slot_of_term("term" + std::to_string(slots.size())));
      ExactSum& sum =
          slots.size() % 2 == 0 ? tally.cell(0, slots.back()) : tally.repeat_cell(0, slots.back());
      sum.add(amount);
      sum.add(more);
      expected.push_back(sum);
    }
  }
  CellTile tile(tally, {0, 1});
  tile.fetch(slots);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const bool fits = i != 8 && i != 12;  // 2^63 and −2^63 − 1
    ASSERT_EQ(tile.is_whole(i), fits) << i;
    if (!fits) continue;
    EXPECT_EQ(ExactSum((i % 2 == 1 ? tile.rows(i) : tile.repeats(i))[0]), expected[i]);
  }
}

}  // namespace
}  // namespace tally
