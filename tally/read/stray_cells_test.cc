// SPDX-License-Identifier: Apache-2.0
#include "tally/read/stray_cells.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(StrayCells, OneInAHundredIsAStray) {
  EXPECT_TRUE(are_strays(0, 1));
  EXPECT_TRUE(are_strays(1, 99));
  EXPECT_TRUE(are_strays(2, 198));
  EXPECT_FALSE(are_strays(2, 197));
  EXPECT_TRUE(are_strays(1, 20));
  EXPECT_FALSE(are_strays(1, 19));
  EXPECT_FALSE(are_strays(2, 100));
  EXPECT_FALSE(are_strays(1, 0));
  EXPECT_TRUE(are_strays(0, 0));
}

TEST(StrayCells, TheFirstWordIsThatOfTheFirstRowInWhateverOrder) {
  StrayCells a, b;
  a.add_word("late", "f", 9, 7);
  b.add_word("early", "f", 4, 2);
  b.add_word("later", "f", 6, 4);
  b.marks["?"] = 3;
  for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
    StrayCells all = first;
    all.merge(second);
    EXPECT_EQ(all.line, 4);
    EXPECT_EQ(all.row, 2);
    EXPECT_EQ(all.cells_of_words, 3);
    EXPECT_EQ(all.words.size(), 3U);
    EXPECT_EQ(all.marks.at("?"), 3);
  }
  EXPECT_TRUE(StrayCells{}.empty());
}

TEST(StrayCells, MoreTextsThanAreKeptAreCountedAllTheSame) {
  StrayCells cells;
  for (int i = 0; i < 3000; ++i) cells.add_word("w" + std::to_string(i), "f", i, i);
  EXPECT_EQ(cells.words.size(), StrayCells::kMostWords);
  EXPECT_EQ(cells.cells_of_words, 3000);
}

TEST(StrayCells, InWordsTheCommonestFirst) {
  EXPECT_EQ(in_words({{"?", 5}}), "5 cells '?'");
  EXPECT_EQ(in_words({{"?", 1}}), "1 cell '?'");
  EXPECT_EQ(in_words({{"-", 1}, {"?", 2}}), "2 cells '?' and 1 '-'");
  EXPECT_EQ(in_words({{"a", 1}, {"b", 4}, {"c", 1}, {"d", 2}, {"e", 1}}),
            "4 cells 'b', 2 'd', 1 'a' and 2 others");
}

}  // namespace
}  // namespace tally
