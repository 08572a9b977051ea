// SPDX-License-Identifier: Apache-2.0
#include "tally/text/long_token.h"

#include <gtest/gtest.h>

namespace tally::text {
namespace {

TEST(LongToken, IsMeasuredInCharacters) {
  EXPECT_EQ(characters_in("aé中😀"), 4U);
  EXPECT_TRUE(stands_for_itself("abcd", 4));
  EXPECT_FALSE(stands_for_itself("abcde", 4));
  EXPECT_TRUE(stands_for_itself("中文中文", 4));
  EXPECT_FALSE(stands_for_itself("中文中文中", 4));
}

TEST(LongToken, ASummaryHasItsStartAndItsSize) {
  EXPECT_EQ(summary_of("abcdefghijklmnop"), "…:abcdefgh:16");
  EXPECT_EQ(summary_of(std::string(41, 'x')), "…:xxxxxxxx:32");
  EXPECT_EQ(summary_of(std::string(1'000'000, 'x')), "…:xxxxxxxx:524288");
  EXPECT_EQ(summary_of("一二三四五六七八九十"), "…:一二三四五六七八:8");
}

TEST(LongToken, CannotBeForged) {
  const std::string forged = summary_of(std::string(64, 'x'));
  EXPECT_FALSE(stands_for_itself(forged, 40));
  EXPECT_NE(summary_of(forged), forged);
  EXPECT_EQ(summary_of("…"), "…:…:1");
}

}  // namespace
}  // namespace tally::text
