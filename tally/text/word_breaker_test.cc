// SPDX-License-Identifier: Apache-2.0
#include "tally/text/word_breaker.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace tally::text {
namespace {

using Words = std::vector<std::string_view>;

Words words(std::string_view text) {
  WordBreaker breaker;
  Words out;
  breaker.cut(text, out);
  return out;
}

Words words_by_icu(WordBreaker& breaker, std::string_view text) {
  Words out;
  breaker.cut_by_icu(text, out);
  return out;
}

TEST(WordBreaker, CutsLatinTexts) {
  EXPECT_EQ(words("Can't stop: 3.14, naïve café!"),
            (Words{"Can't", "stop", "3.14", "naïve", "café"}));
  EXPECT_EQ(words("“Quoted” – dash…"), (Words{"Quoted", "dash"}));
  EXPECT_EQ(words("l’été"), Words{"l’été"});
  EXPECT_EQ(words("πρώτη Ελλάδα, вторая"), (Words{"πρώτη", "Ελλάδα", "вторая"}));
  EXPECT_EQ(words("😀 — ©"), Words{});
}

// By ICU's dictionaries; texts that every dictionary cuts alike.
TEST(WordBreaker, CutsChineseJapaneseAndThaiByDictionary) {
  EXPECT_EQ(words("我来到北京清华大学"), (Words{"我", "来到", "北京", "清华大学"}));
  EXPECT_EQ(words("今日は天気がいいです。"), (Words{"今日", "は", "天気", "が", "いい", "です"}));
  EXPECT_EQ(words("ฉันรักภาษาไทย"), (Words{"ฉัน", "รัก", "ภาษา", "ไทย"}));
  EXPECT_EQ(words("한국어 단어"), (Words{"한국어", "단어"}));
  EXPECT_EQ(words("用Python写 hello world 程序"),
            (Words{"用", "Python", "写", "hello", "world", "程序"}));
}

// A text of random pieces.
std::string random_text(const Words& alphabet, std::size_t most, std::mt19937& random) {
  std::string text;
  for (std::size_t pieces = random() % most; pieces > 0; --pieces) {
    text += alphabet[random() % alphabet.size()];
  }
  return text;
}

TEST(WordBreaker, AsciiIsCutAsIcuCutsIt) {
  const Words nasty{"a",  "Z",  "b",  "0", "9", "_", "'", ".", ",",    ";",    ":",    "\"",  " ",
                    "\n", "\r", "\t", "-", "$", "@", "/", "!", "\x0B", "\x0C", "\x7F", "\x01"};
  std::mt19937 random(1);
  WordBreaker breaker;
  for (int i = 0; i < 100'000; ++i) {
    const std::string text = random_text(nasty, 24, random);
    ASSERT_EQ(words(text), words_by_icu(breaker, text)) << testing::PrintToString(text);
  }
  for (char byte = 0; byte >= 0 && byte < 0x7F; ++byte) {
    for (const std::string& text : {std::string{byte}, std::string{'a', byte, 'b'},
                                    std::string{'1', byte, '2'}, std::string{byte, byte}}) {
      EXPECT_EQ(words(text), words_by_icu(breaker, text)) << testing::PrintToString(text);
    }
  }
}

TEST(WordBreaker, StretchesOfAsciiMakeNoDifference) {
  const Words nasty{"a",      "B1",     "1",      "_",  "'",      ".",      " ",      "  ",
                    "\n",     "\r\n",   "\t",     "é",  "\u0301", "\u200D", "\u00AD", "\u2019",
                    "א",      "\"",     "カ",     "か", "中",     "北京",   "ไท",     "ย",
                    "\u3000", "\u00A0", "\u2028", "😀",  "🇩",      "🇪",      "👩",      "ー",
                    "\uFE0F", "\u0600", "ກ",      "ខ",  "한",     "\uFFFD", "\u180E", "word"};
  std::mt19937 random(2);
  WordBreaker breaker;
  for (int i = 0; i < 50'000; ++i) {
    const std::string text = random_text(nasty, 20, random);
    ASSERT_EQ(words(text), words_by_icu(breaker, text)) << testing::PrintToString(text);
  }
}

// What is not ASCII, at every distance from the start and from white space: where ICU takes over
// and where it stops makes no difference.
TEST(WordBreaker, TheSeamsMayLieAnywhere) {
  const std::string pieces[] = {"é",        "\u0301", " \u0301x", "a\u0301",  "\u200D",
                                "1\u0661",  "\u00AD", "\u2019",   "\u3000",   "\u00A0",
                                "カ",       "中国",   "ไทย",      "😀",        "\u2028",
                                "\u05D0\"", "\uFF0E", " \u00AD ", "\r\u0301", ". \u0301"};
  const std::string abouts[] = {"a",  " ",    "a ", " a", "'",   ".",    ".a",  "a.", "1,", "_",
                                "\n", "\r\n", "\t", "  ", "x y", "1 2 ", "a'b", "@",  "\"", "\x1C"};
  WordBreaker breaker;
  for (const std::string& piece : pieces) {
    for (const std::string& before : abouts) {
      for (const std::string& behind : abouts) {
        const std::string text = before + piece + behind + "z" + piece + "b c";
        ASSERT_EQ(words(text), words_by_icu(breaker, text)) << testing::PrintToString(text);
      }
    }
    for (std::size_t size = 0; size <= 100; ++size) {
      for (const char* about : {"ab cd.e 1,2 ", "x", " "}) {
        std::string before;
        while (before.size() < size) before += about;
        before.resize(size);
        const std::string text = before + piece + before;
        ASSERT_EQ(words(text), words_by_icu(breaker, text)) << testing::PrintToString(text);
      }
    }
  }
}

}  // namespace
}  // namespace tally::text
