#include "tally/text/word_bytes.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tally::text
