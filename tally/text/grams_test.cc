// SPDX-License-Identifier: Apache-2.0
#include "tally/text/grams.h"

#include <gtest/gtest.h>

namespace tally::text {
namespace {

using Tokens = std::vector<std::string_view>;

Tokens grams(const Tokens& tokens, int shortest, int longest, std::string_view between = " ") {
  static std::string joined;
  Tokens out{"before"};
  make_grams(tokens, shortest, longest, between, joined, out);
  return out;
}

TEST(Grams, ComeAfterTheTokensThatTheyBeginWith) {
  EXPECT_EQ(grams({"free", "money", "now"}, 1, 2),
            (Tokens{"free", "free money", "money", "money now", "now"}));
  EXPECT_EQ(grams({"free", "money", "now"}, 2, 3),
            (Tokens{"free money", "free money now", "money now"}));
}

TEST(Grams, AreNoneWhereTheTextIsTooShort) {
  EXPECT_EQ(grams({}, 1, 3), Tokens{});
  EXPECT_EQ(grams({"a", "b"}, 3, 5), Tokens{});
  EXPECT_EQ(grams({"a"}, 1, 16), Tokens{"a"});
}

TEST(Grams, OfCharactersStandTogether) {
  EXPECT_EQ(grams({"a", "é", "中"}, 2, 3, ""), (Tokens{"aé", "aé中", "é中"}));
}

}  // namespace
}  // namespace tally::text
