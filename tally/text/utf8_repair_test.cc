// SPDX-License-Identifier: Apache-2.0
#include "tally/text/utf8_repair.h"

#include <gtest/gtest.h>
#include <unicode/unistr.h>

#include <random>

namespace tally::text {
namespace {

#define FFFD "\xEF\xBF\xBD"

std::string repaired(std::string_view text, std::int64_t count) {
  std::string out = "what was there before";
  EXPECT_EQ(repair_utf8(text, out), count);
  return out;
}

TEST(Utf8Repair, LeavesTextAlone) {
  EXPECT_EQ(repaired("", 0), "");
  EXPECT_EQ(repaired("a\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80", 0),
            "a\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80");
}

// Table 3-8 to 3-11 of the Unicode Standard.
TEST(Utf8Repair, ReplacesMaximalSubparts) {
  EXPECT_EQ(repaired("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", 8),
            FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "A");
  EXPECT_EQ(repaired("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", 8),
            FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "A");
  EXPECT_EQ(repaired("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", 7),
            FFFD FFFD FFFD FFFD FFFD "A" FFFD FFFD "B");
  EXPECT_EQ(repaired("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", 4), FFFD FFFD FFFD FFFD "A");
}

TEST(Utf8Repair, ReplacesWhatBreaksOffAtTheEnd) {
  EXPECT_EQ(repaired("a\xE4\xB8", 1), "a" FFFD);
  EXPECT_EQ(repaired("a\xF0\x9F\x98", 1), "a" FFFD);
  EXPECT_EQ(repaired("a\xC3", 1), "a" FFFD);
}

TEST(Utf8Repair, AgreesWithIcuOnRandomBytes) {
  const std::string bytes = "aZ\x80\xBF\xC0\xC3\xE0\xA0\xED\x9F\xEF\xF0\x90\xF4\x8F\xF5\xFF\xE4";
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 12, '\0'), expected, out;
    for (char& byte : text) byte = bytes[random() % bytes.size()];
    icu::UnicodeString::fromUTF8(text).toUTF8String(expected);
    repair_utf8(text, out);
    ASSERT_EQ(out, expected) << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace tally::text
