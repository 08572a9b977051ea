// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/header_text.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

// The codes are those of base64(1).
TEST(HeaderText, PrintableAsciiStays) {
  for (const char* const text : {"", "spam, p=0.998700", "  two  spaces ", "a=b?"}) {
    EXPECT_EQ(header_text(text), text);
  }
}

TEST(HeaderText, OtherWordsAreEncoded) {
  EXPECT_EQ(header_text("\xe5\x9e\x83\xe5\x9c\xbe, p=0.9"), "=?UTF-8?B?5Z6D5Zy+LA==?= p=0.9");
  EXPECT_EQ(header_text("a caf\xc3\xa9"), "a =?UTF-8?B?Y2Fmw6k=?=");
  EXPECT_EQ(header_text("=?x?="), "=?UTF-8?B?PT94Pz0=?=");
  EXPECT_EQ(header_text("a\xff"), "=?UTF-8?B?Yf8=?=");
}

TEST(HeaderText, SpacesBetweenEncodedWordsAreKept) {
  EXPECT_EQ(header_text("caf\xc3\xa9  caf\xc3\xa9 b"), "=?UTF-8?B?Y2Fmw6kgIGNhZsOp?= b");
}

TEST(HeaderText, NoLineBreakComesThrough) {
  EXPECT_EQ(header_text("sp\nX-Evil: 1"), "=?UTF-8?B?c3AKWC1FdmlsOg==?= 1");
  EXPECT_EQ(header_text("a\r\n b"), "=?UTF-8?B?YQ0K?= b");
  for (int c = 0; c < 256; ++c) {
    for (const char out : header_text("a" + std::string(1, static_cast<char>(c)) + "b")) {
      EXPECT_TRUE(out >= ' ' && out < '\x7f') << c;
    }
  }
}

TEST(HeaderText, LongWordsAreCutBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 16; ++i) text += "\xe5\x9e\x83";
  std::string fifteen;
  for (int i = 0; i < 15; ++i) fifteen += "5Z6D";
  EXPECT_EQ(header_text(text), "=?UTF-8?B?" + fifteen + "?= =?UTF-8?B?5Z6D?=");
  EXPECT_EQ(header_text("a" + text).substr(0, 10 + 60 + 2),
            "=?UTF-8?B?" + header_text("a" + text.substr(0, 42)).substr(10, 60) + "?=");
}

TEST(HeaderText, OneLine) {
  EXPECT_TRUE(is_one_line("spam \xe5\x9e\x83"));
  EXPECT_FALSE(is_one_line("a\nb"));
  EXPECT_FALSE(is_one_line("a\tb"));
  EXPECT_FALSE(is_one_line("a\x7f"));
}

}  // namespace
}  // namespace tally
