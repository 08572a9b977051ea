// SPDX-License-Identifier: Apache-2.0
#include "tally/base/ascii.h"

#include <gtest/gtest.h>

#include <cctype>

namespace tally::ascii {
namespace {

TEST(Ascii, AgreesWithTheLocaleC) {
  for (int i = 0; i < 128; ++i) {
    const char c = static_cast<char>(i);
    EXPECT_EQ(is_digit(c), std::isdigit(i) != 0) << i;
    EXPECT_EQ(is_upper(c), std::isupper(i) != 0) << i;
    EXPECT_EQ(is_lower(c), std::islower(i) != 0) << i;
    EXPECT_EQ(is_alnum(c), std::isalnum(i) != 0) << i;
    EXPECT_EQ(is_space(c), std::isspace(i) != 0) << i;
    EXPECT_EQ(hex_value(c) >= 0, std::isxdigit(i) != 0) << i;
    EXPECT_EQ(to_lower(c), static_cast<char>(std::tolower(i))) << i;
  }
  for (int i = 128; i < 256; ++i) {
    EXPECT_TRUE(is_beyond_ascii(static_cast<char>(i)));
    EXPECT_FALSE(is_alnum(static_cast<char>(i)));
  }
}

TEST(Ascii, Texts) {
  EXPECT_EQ(lower("A-\xc3\x89z"), "a-\xc3\x89z");
  EXPECT_TRUE(starts_with_folded("WWW.x", "www."));
  EXPECT_FALSE(starts_with_folded("ww", "www."));
  EXPECT_EQ(trimmed(" \t a b\n"), "a b");
  EXPECT_EQ(trimmed(" \n"), "");
}

}  // namespace
}  // namespace tally::ascii
