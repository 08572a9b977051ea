// SPDX-License-Identifier: Apache-2.0
#include "tally/text/regex_tokens.h"

#include <gtest/gtest.h>

#include <chrono>

#include "tally/base/error.h"

namespace tally::text {
namespace {

using Tokens = std::vector<std::string_view>;

Tokens cut(const std::string& pattern, std::string_view text) {
  Tokens out;
  RegexTokens(pattern).cut(text, out);
  return out;
}

TEST(RegexTokens, AreTheMatches) {
  EXPECT_EQ(cut("[a-z]+", "ab, cd 1e"), (Tokens{"ab", "cd", "e"}));
  EXPECT_EQ(cut("(?u)\\b\\w\\w+\\b", "I was naïve, 中文"), (Tokens{"was", "naïve", "中文"}));
  EXPECT_EQ(cut("\\p{Sc}|\\w+", "only €5 or $4"), (Tokens{"only", "€", "5", "or", "$", "4"}));
  EXPECT_EQ(cut("a", ""), Tokens{});
}

TEST(RegexTokens, OfOneGroupAreWhatTheGroupMatched) {
  EXPECT_EQ(cut("#(\\w+)", "a #tag and #日本"), (Tokens{"tag", "日本"}));
  EXPECT_EQ(cut("#(?:x|y)", "#x #y"), (Tokens{"#x", "#y"}));
  EXPECT_EQ(cut("(a)(b)", "ab"), Tokens{"ab"});
}

TEST(RegexTokens, AreNeverEmpty) {
  EXPECT_EQ(cut("x*", "axxb"), Tokens{"xx"});
  EXPECT_EQ(cut("a(b)?", "a ab"), Tokens{"b"});
}

TEST(RegexTokens, APatternThatIsNoneIsRefusedWithItsPlace) {
  try {
    const RegexTokens none("ab(");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("'ab(' is not understood at its character 3"),
              std::string::npos)
        << error.what();
  }
}

void expect_refused(const std::string& pattern, const std::string& text) {
  const auto start = std::chrono::steady_clock::now();
  try {
    cut(pattern, text);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_NE(std::string(error.what()).find("avoid repetitions"), std::string::npos);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

TEST(RegexTokens, APatternThatNeverEndsIsAnError) {
  expect_refused("(a+)+b", std::string(100, 'a'));
  expect_refused("(.|a)*b", std::string(3'000'000, 'a'));
}

}  // namespace
}  // namespace tally::text
