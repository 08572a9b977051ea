// SPDX-License-Identifier: Apache-2.0
#include "tally/text/white_space.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace tally::text {
namespace {

TEST(WhiteSpace, IsWhatUnicodeSays) {
  for (UChar32 c = 0; c <= 0x10FFFF; ++c) {
    if (U_IS_SURROGATE(c)) continue;
    std::string text;
    icu::UnicodeString(c).toUTF8String(text);
    const std::size_t expected = u_isUWhiteSpace(c) ? text.size() : 0;
    ASSERT_EQ(white_space_length(text, 0), expected) << c;
    text.insert(0, "a");
    ASSERT_EQ(white_space_length(text + "b", 1), expected) << c;
  }
}

TEST(WhiteSpace, StandsBetweenTokens) {
  std::vector<std::string_view> tokens;
  cut_at_white_space(" $$$  free!\t中文\xE3\x80\x80x\n", tokens);
  EXPECT_EQ(tokens, (std::vector<std::string_view>{"$$$", "free!", "中文", "x"}));
  tokens.clear();
  cut_at_white_space(" \n", tokens);
  cut_at_white_space("", tokens);
  EXPECT_TRUE(tokens.empty());
  cut_at_white_space("one", tokens);
  EXPECT_EQ(tokens, std::vector<std::string_view>{"one"});
}

TEST(WhiteSpace, RunsBecomeOneSpace) {
  std::string out = "before";
  collapse_white_space("  a \t\xC2\xA0 b\n", out);
  EXPECT_EQ(out, " a b ");
  collapse_white_space("", out);
  EXPECT_EQ(out, "");
}

TEST(WhiteSpace, PiecesEndBehindItOrBehindACharacter) {
  EXPECT_EQ(piece_length("ab cd", 8), 5U);
  EXPECT_EQ(piece_length("ab cd ef", 6), 6U);
  EXPECT_EQ(piece_length("ab cdefgh", 5), 3U);
  EXPECT_EQ(piece_length("abcdefghi", 5), 5U);
  EXPECT_EQ(piece_length("中中中中", 8), 6U);
  EXPECT_EQ(piece_length("中中中中", 9), 9U);
}

}  // namespace
}  // namespace tally::text
