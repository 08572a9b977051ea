// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/interner.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

#include "tally/read/cells/cells_testing.h"

namespace tally {
namespace {

TEST(Interner, EqualsAMapOnTextsOfAllLengths) {
  std::mt19937 random(6);
  Interner interner;
  std::map<std::string, std::int32_t> map;
  for (int i = 0; i < 200000; ++i) {
    // Few letters and many lengths: texts that share beginnings and ends.
    std::string text(random() % 40, 'a');
    for (char& c : text) c = static_cast<char>('a' + random() % 2);
    const auto [at, added] = map.emplace(text, static_cast<std::int32_t>(map.size()) - 1);
    ASSERT_EQ(interner.find(text), added ? Interner::kUnknown : at->second) << text;
    if (added) interner.insert(text, at->second);
  }
  EXPECT_EQ(interner.size(), map.size());
  for (const auto& [text, code] : map) ASSERT_EQ(interner.find(text), code);
}

// Codes of those in their place, and all others: short and long ones, unknown ones, with blanks.
TEST(Interner, ManyAtOnceAreAsOneByOne) {
  std::mt19937 random(7);
  Interner interner;
  std::vector<std::string> texts;
  std::int32_t next = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text(random() % 20, 'a');
    for (char& c : text) c = static_cast<char>(random() % 10 == 0 ? ' ' : 'a' + random() % 3);
    texts.push_back(text);
    if (i % 2 == 0 && interner.find(text) == Interner::kUnknown) interner.insert(text, next++);
  }
  const LaidOutCells cells(texts, "sixteen bytes...");
  std::size_t at_home = 0;
  for (std::size_t first = 0; first < texts.size(); first += 100) {
    CellWords words;
    std::array<std::int32_t, 100> codes;
    std::array<std::uint32_t, 100> others;
    words.take(cells.column(), first, 100);
    const std::size_t left = interner.find_many(words, 100, codes.data(), others.data());
    for (std::size_t i = 0, other = 0; i < 100; ++i) {
      if (other < left && others[other] == i) {
        ++other;
        continue;
      }
      ++at_home;
      ASSERT_NE(codes[i], Interner::kUnknown);
      ASSERT_EQ(codes[i], interner.find(texts[first + i])) << texts[first + i];
    }
  }
  EXPECT_GT(at_home, texts.size() / 4);
}

TEST(Interner, BytesOfAnyValueAndTheEmptyText) {
  Interner interner;
  interner.insert("", -1);
  for (int i = 0; i < 256; ++i) interner.insert(std::string(1, static_cast<char>(i)), i);
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(interner.find(std::string(1, static_cast<char>(i))), i);
    EXPECT_EQ(interner.find(std::string(2, static_cast<char>(i))), Interner::kUnknown);
  }
  EXPECT_EQ(interner.find(""), -1);
}

TEST(Interner, ACopyStandsByItself) {
  Interner first;
  first.insert("a text of more than sixteen bytes", 3);
  Interner second = first;
  second.insert("b", 4);
  EXPECT_EQ(second.find("a text of more than sixteen bytes"), 3);
  EXPECT_EQ(first.find("b"), Interner::kUnknown);
}

// Texts that differ in their length, their seventeenth byte from the end or zeros before them have
// the same words, others one word; in a table half full many lie far from where they belong.
TEST(Interner, ManyAtOnceInAFullTable) {
  Interner interner;
  std::map<std::string, std::int32_t> map;
  std::vector<std::string> texts;
  for (int i = 0; i < 12'000; ++i) {
    const std::string number = std::to_string(i);
    for (const std::string& text :
         {number, std::string(3, '\0') + number, std::string(16 - number.size(), '.') + number,
          "a" + std::string(16 - number.size(), '.') + number,
          std::string(8 - number.size(), '.') + number + "the same"}) {
      texts.push_back(text);
      if (i % 3 == 0) continue;  // never met
      const auto code = static_cast<std::int32_t>(map.size());
      if (map.emplace(text, code).second) interner.insert(text, code);
    }
  }
  const LaidOutCells cells(texts, "sixteen bytes...");
  std::size_t found = 0;
  for (std::size_t first = 0; first < texts.size(); first += 128) {
    const std::size_t count = std::min<std::size_t>(128, texts.size() - first);
    CellWords words;
    std::array<std::int32_t, 128> codes;
    std::array<std::uint32_t, 128> others;
    words.take(cells.column(), first, count);
    const std::size_t left = interner.find_many(words, count, codes.data(), others.data());
    for (std::size_t i = 0, other = 0; i < count; ++i) {
      const std::string& text = texts[first + i];
      const auto known = map.find(text);
      ASSERT_EQ(interner.find(text), known == map.end() ? Interner::kUnknown : known->second);
      if (other < left && others[other] == i) {
        ++other;
        continue;
      }
      ++found;
      ASSERT_NE(known, map.end()) << text;
      ASSERT_EQ(codes[i], known->second) << text;
    }
  }
  EXPECT_GT(found, 28'000U);  // of 32'000 that have words
}

}  // namespace
}  // namespace tally
