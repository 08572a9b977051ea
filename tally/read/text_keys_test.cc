#include "tally/read/text_keys.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "tally/read/cells_for_test.h"
#include "tally/read/dialect.h"

namespace tally::csv {
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

}  // namespace
}  // namespace tally::csv
