// SPDX-License-Identifier: Apache-2.0
#include "tally/text/word_bytes.h"

#include <gtest/gtest.h>
#include <unicode/uvernum.h>

#include <random>
#include <string>
#include <vector>

namespace tally::text {
namespace {

std::vector<std::uint64_t> found_in(std::string_view text) {
  std::vector<std::uint64_t> bits((text.size() + 63) / 64, ~std::uint64_t{0});
  find_word_bytes(text, bits.data());
  return bits;
}

std::vector<std::uint64_t> found_plainly_in(std::string_view text) {
  std::vector<std::uint64_t> bits((text.size() + 63) / 64, ~std::uint64_t{0});
  find_word_bytes_plainly(text, bits.data());
  return bits;
}

TEST(WordBytes, ByHand) {
  EXPECT_EQ(found_in("aZ 09_.~"), std::vector<std::uint64_t>{0b0011'1011});
  EXPECT_TRUE(found_in("").empty());
}

TEST(WordBytes, EveryByteAtEveryPlace) {
  for (std::size_t size = 0; size < 200; ++size) {
    std::string text(size, ' ');
    for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>((i * 7 + size) % 128);
    ASSERT_EQ(found_in(text), found_plainly_in(text)) << size;
  }
}

TEST(WordBytes, ByChance) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    std::string text(random() % 700, ' ');
    for (char& byte : text) byte = static_cast<char>(random() % 128);
    ASSERT_EQ(found_in(text), found_plainly_in(text));
  }
}

// Every byte of ASCII at every place; what belongs to words is written out.
TEST(WordBytes, EachAlone) {
  const std::string letters =
      std::string("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") +
      (U_ICU_VERSION_MAJOR_NUM >= 72 ? "@" : "");
  for (const std::size_t size : {1U, 16U, 63U, 64U, 65U, 128U, 130U}) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 128; ++byte) {
        for (const char about : {' ', 'a'}) {
          std::string text(size, about);
          text[at] = static_cast<char>(byte);
          std::vector<std::uint64_t> expected((size + 63) / 64);
          for (std::size_t i = 0; i < size; ++i) {
            const bool is_found = letters.find(text[i]) != std::string::npos;
            expected[i / 64] |= std::uint64_t{is_found} << (i % 64);
          }
          // What lies behind the text belongs to a word and must not be seen.
          const std::string longer = text + std::string(64, 'z');
          ASSERT_EQ(found_in(std::string_view(longer).substr(0, size)), expected)
              << at << " " << byte;
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally::text
