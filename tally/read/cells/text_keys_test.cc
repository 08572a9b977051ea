// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/text_keys.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "tally/read/cells/cells_testing.h"
#include "tally/read/csv/dialect.h"

namespace tally {
namespace {

constexpr std::uint64_t kSeed = 0x0123456789ABCDEF;

// The plain twin is words_of, which is given the text alone.
void expect_keys(const std::vector<std::string>& texts, std::size_t together) {
  const LaidOutCells cells(texts, "sixteen bytes...");
  for (std::size_t first = 0; first < texts.size(); first += together) {
    const std::size_t count = std::min(together, texts.size() - first);
    CellWords words;
    std::array<std::uint64_t, CellWords::kMost> hashes;
    words.take(cells.column(), first, count);
    make_text_keys(words, count, kSeed, hashes.data());
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& text = texts[first + i];
      const bool has_key = text.size() <= kTextWordsSize && trimmed(text) == text;
      ASSERT_EQ(words.size[i], has_key ? text.size() : CellWords::kNoWords) << '"' << text << '"';
      if (!has_key) continue;
      const TextWords alone = words_of(text);
      ASSERT_EQ(words.low[i], alone.low) << text;
      ASSERT_EQ(words.high[i], alone.high) << text;
      ASSERT_EQ(hashes[i], hash_words(alone.low, alone.high, kSeed)) << text;
    }
  }
}

TEST(TextKeys, AreThoseOfTheTextsAlone) {
  std::mt19937 random(5);
  std::vector<std::string> texts{"", " ", "\t", "a ", " a", "a\t", "\ta", "a b"};
  for (int i = 0; i < 100000; ++i) {
    std::string text(random() % 20, 'a');
    for (char& c : text) c = random() % 16 == 0 ? ' ' : static_cast<char>(random() % 256);
    texts.push_back(text);
  }
  for (const std::size_t together : {1U, 7U, 8U, 9U, 97U, 128U}) expect_keys(texts, together);
}

TEST(TextKeys, HashesAreSpread) {
  std::vector<int> seen(1024);
  for (int i = 0; i < 1024; ++i) {
    const TextWords words = words_of("customer" + std::to_string(1000 + i));
    ++seen[hash_words(words.low, words.high, kSeed) >> 54];
  }
  // A fair throw of as many balls leaves 1024/e = 377 boxes empty, give or take 10.
  const auto empty = std::count(seen.begin(), seen.end(), 0);
  EXPECT_LT(empty, 450);
}

// Bytes that count, and those beside them, at both ends of texts of every length and in every lane.
TEST(TextKeys, BlanksAtTheEndsInEveryLane) {
  for (std::size_t lane = 0; lane < 9; ++lane) {
    std::vector<std::string> texts(lane, "x");
    for (std::size_t size = 1; size <= 18; ++size) {
      for (const char byte : {' ', '\t', '\x1F', '!', '\b', '\n', '\0', '\xA0', '\xFF'}) {
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
          texts.push_back(std::string("abcdefghijklmnopqr").substr(0, size));
          texts.back()[at] = byte;
        }
      }
    }
    expect_keys(texts, 128);
  }
}

// The bytes before a cell are another's: whatever they are, they must not get into its key.
TEST(TextKeys, WhatStandsBeforeMakesNoDifference) {
  for (std::size_t size = 0; size <= 16; ++size) {
    for (const char before : {' ', '\t', 'x', '\0', '\xFF'}) {
      const std::string bytes = std::string(16, before) + std::string(size, 'k');
      const Cell cell{16, static_cast<std::uint32_t>(size), 0};
      CellWords words;
      std::array<std::uint64_t, CellWords::kMost> hashes;
      words.take({bytes.data(), &cell, 1, 1, true}, 0, 1);
      make_text_keys(words, 1, kSeed, hashes.data());
      const TextWords alone = words_of(std::string(size, 'k'));
      ASSERT_EQ(words.size[0], size);
      ASSERT_TRUE(words.low[0] == alone.low && words.high[0] == alone.high) << size;
      ASSERT_EQ(hashes[0], hash_words(alone.low, alone.high, kSeed)) << size;
    }
  }
}

}  // namespace
}  // namespace tally
