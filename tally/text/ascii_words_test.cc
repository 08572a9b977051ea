// SPDX-License-Identifier: Apache-2.0
#include "tally/text/ascii_words.h"

#include <gtest/gtest.h>
#include <unicode/uvernum.h>

#include <string>

#include "tally/text/word_breaker.h"

namespace tally::text {
namespace {

using Words = std::vector<std::string_view>;

Words words(std::string_view text) {
  Words out;
  cut_ascii_words(text, out);
  return out;
}

TEST(AsciiWords, ByHand) {
  EXPECT_EQ(words("can't a.b 3.14 1,000 a_b __ _ 1.a a.1 .a 1: a: ab12"),
            (Words{"can't", "a.b", "3.14", "1,000", "a_b", "__", "1", "a", "a", "1", "a", "1", "a",
                   "ab12"}));
  EXPECT_EQ(words(""), Words{});
  EXPECT_EQ(words("_"), Words{});
  EXPECT_EQ(words("x"), Words{"x"});
  EXPECT_EQ(words("me@home.org"),
            U_ICU_VERSION_MAJOR_NUM >= 72 ? Words{"me@home.org"} : (Words{"me", "home.org"}));
}

const std::string kPieces[] = {"a.b",  "a'b", "1.2",  "1,2", "1;2",  "a.1",  "1'a", "a,b",
                               "a..b", "_",   "__",   "_.a", "a._b", "1_,2", "a:b", "a@b",
                               ".a",   "a.",  "a. b", "a'",  "\r\n", "a\"b", "1.",  "_'_"};

// Each piece across every end of 64 bytes, behind a word, blanks, marks, and nothing: ICU is the
// judge.
TEST(AsciiWords, AcrossTheEndsOf64Bytes) {
  WordBreaker breaker;
  for (const char filling : {'w', ' ', '.', '7', '_'}) {
    for (std::size_t before = 0; before <= 132; ++before) {
      for (const std::string& piece : kPieces) {
        const std::string text = std::string(before, filling) + piece + " b.c";
        Words by_icu;
        breaker.cut_by_icu(text, by_icu);
        ASSERT_EQ(words(text), by_icu) << before << " " << testing::PrintToString(text);
      }
    }
  }
}

// 2048 bytes are looked at together.
TEST(AsciiWords, AcrossTheEndsOf2048Bytes) {
  WordBreaker breaker;
  for (const char filling : {'w', ' ', '3'}) {
    for (const std::size_t end : {2048U, 4096U}) {
      for (std::size_t before = end - 5; before <= end + 2; ++before) {
        for (const std::string& piece : kPieces) {
          for (const char* behind : {"", "z", " z"}) {
            const std::string text = std::string(before, filling) + piece + behind;
            Words by_icu;
            breaker.cut_by_icu(text, by_icu);
            ASSERT_EQ(words(text), by_icu) << before << " " << piece << behind;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally::text
