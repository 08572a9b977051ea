// SPDX-License-Identifier: Apache-2.0
#include "tally/base/text_words.h"

#include <gtest/gtest.h>

#include <string>

namespace tally {
namespace {

TEST(TextWords, EndWhereTheTextEnds) {
  const TextWords words = words_of("ab");
  EXPECT_EQ(words.low, 0U);
  EXPECT_EQ(words.high, (std::uint64_t{'b'} << 56) | (std::uint64_t{'a'} << 48));
  EXPECT_EQ(words_of("").high, 0U);
}

TEST(TextWords, AreTheBytesWhateverTheLength) {
  const std::string text = "0123456789abcd\x80\xFF";
  for (std::size_t size = 0; size <= kTextWordsSize; ++size) {
    std::string bytes(kTextWordsSize - size, '\0');
    bytes += text.substr(0, size);
    const TextWords words = words_of(std::string_view(text).substr(0, size));
    EXPECT_EQ(words.low, load_word(bytes.data())) << size;
    EXPECT_EQ(words.high, load_word(bytes.data() + 8)) << size;
  }
}

TEST(TextWords, WhatStandsBeforeTheTextMakesNoDifference) {
  const std::string buffer = "0123456789abcdef\x80\xFFghijklmnopqr";
  for (std::size_t end = kTextWordsSize; end <= buffer.size(); ++end) {
    for (std::size_t size = 0; size <= kTextWordsSize; ++size) {
      const std::string_view text(buffer.data() + end - size, size);
      ASSERT_TRUE(has_words_before_end(buffer.data(), text));
      const TextWords in_place = words_in_place(text);
      const TextWords alone = words_of(std::string(text));
      ASSERT_EQ(in_place.low, alone.low) << text;
      ASSERT_EQ(in_place.high, alone.high) << text;
    }
  }
  EXPECT_FALSE(has_words_before_end(buffer.data(), std::string_view(buffer).substr(0, 15)));
}

}  // namespace
}  // namespace tally
