// SPDX-License-Identifier: Apache-2.0
#include "tally/base/shown.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

std::string utf8(char32_t code) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 | code >> 6), byte(0x80 | (code & 63))};
  if (code < 0x10000) {
    return {byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63))};
  }
  return {byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 63)), byte(0x80 | (code >> 6 & 63)),
          byte(0x80 | (code & 63))};
}

TEST(Shown, LeavesTextAlone) {
  for (const char* text : {"", "plain text", "青绿 é 🍉", "\\x1b", "'\"<&", "\u200d\u00a0"}) {
    EXPECT_EQ(shown(text), text);
    EXPECT_EQ(shown_lines(text), text);
  }
}

TEST(Shown, TakesATerminalsOrdersAway) {
  EXPECT_EQ(shown("a\x1b]0;x\x07z"), "a\\x1b]0;x\\x07z");
  EXPECT_EQ(shown("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(shown("\u009b31m"), "\\xc2\\x9b31m");
  EXPECT_EQ(shown("\u202egpj.exe"), "\\xe2\\x80\\xaegpj.exe");
  EXPECT_EQ(shown(std::string_view("\0\t\r\n\x7f", 5)), "\\x00\\x09\\x0d\\x0a\\x7f");
}

TEST(Shown, OurOwnLineFeedsStayButNothingElse) {
  EXPECT_EQ(shown_lines("one\ntwo\r\n\x1b[2K"), "one\ntwo\\x0d\n\\x1b[2K");
  EXPECT_EQ(shown_lines("\u2028"), "\\xe2\\x80\\xa8");
}

TEST(Shown, MalformedBytesAreShownOneByOne) {
  EXPECT_EQ(shown("a\x9b\xff\xe9\x9dz"), "a\\x9b\\xff\\xe9\\x9dz");
  EXPECT_EQ(shown("\xf0\x9f\x8d"), "\\xf0\\x9f\\x8d");
  EXPECT_EQ(shown("\xe2\x80\x1b"), "\\xe2\\x80\\x1b");  // ESC hides where a tail should be
}

TEST(Shown, EveryCharacterIsWellFormedAndOnlyTheListedOnesChange) {
  const auto is_order = [](char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x206F) || c == 0xFEFF ||
           (c >= 0xFFF9 && c <= 0xFFFB) || c == 0xE0001;
  };
  for (char32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code < 0xE000) continue;
    const std::string character = utf8(code);
    ASSERT_EQ(shown(character) == character, !is_order(code))
        << std::hex << static_cast<unsigned>(code);
  }
}

}  // namespace
}  // namespace tally
