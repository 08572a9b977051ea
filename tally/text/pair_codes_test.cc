// SPDX-License-Identifier: Apache-2.0
#include "tally/text/pair_codes.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace tally {
namespace {

TEST(PairCodes, APairHasOneCodeHoweverOftenItComes) {
  TermDictionary words, pairs;
  for (const char* word : {"a", "b", "long-winded-words"}) words.code(word);
  PairCodes codes(" ");
  std::vector<std::int32_t> of{0, 1, 0, 1, 2}, found(4);
  codes.of(of, words, pairs, found);
  EXPECT_EQ(found, (std::vector<std::int32_t>{0, 1, 0, 2}));
  codes.of(std::vector<std::int32_t>{1, 2}, words, pairs, std::span(found).first(1));
  EXPECT_EQ(found[0], 2);
  EXPECT_EQ(pairs.term(0), "a b");
  EXPECT_EQ(pairs.term(1), "b a");
  EXPECT_EQ(pairs.term(2), "b long-winded-words");
  EXPECT_EQ(pairs.find("b a"), 1);
}

TEST(PairCodes, OneWordAndNoneHaveNoPair) {
  TermDictionary words, pairs;
  words.code("a");
  PairCodes codes("");
  codes.of(std::vector<std::int32_t>{0}, words, pairs, {});
  codes.of({}, words, pairs, {});
  EXPECT_EQ(pairs.size(), 0);
}

TEST(PairCodes, ForgetsThemWhenItIsCleared) {
  TermDictionary words, first, second;
  for (const char* word : {"a", "b"}) words.code(word);
  PairCodes codes("-");
  const std::vector<std::int32_t> of{0, 1}, back{1, 0};
  std::vector<std::int32_t> found(1);
  codes.of(of, words, first, found);
  codes.clear();
  codes.of(back, words, second, found);
  codes.of(of, words, second, found);
  EXPECT_EQ(found[0], 1);
  EXPECT_EQ(second.term(1), "a-b");
}

// Many more than the first table has room for, in rows of any length: a map tells the codes.
TEST(PairCodes, AreThoseOfTheirTexts) {
  std::mt19937 random(7);
  TermDictionary words, pairs;
  for (int i = 0; i < 300; ++i) words.code("w" + std::to_string(i * i));
  PairCodes codes(" ");
  std::map<std::string, std::int32_t> expected;
  for (std::size_t length = 0; length < 400; ++length) {
    std::vector<std::int32_t> row, found(length == 0 ? 0 : length - 1);
    for (std::size_t i = 0; i < length; ++i) {
      row.push_back(static_cast<std::int32_t>(random() % 300));
    }
    codes.of(row, words, pairs, found);
    for (std::size_t i = 0; i + 1 < length; ++i) {
      const std::string text =
          std::string(words.term(row[i])) + " " + std::string(words.term(row[i + 1]));
      const auto code = expected.emplace(text, static_cast<std::int32_t>(expected.size())).first;
      ASSERT_EQ(found[i], code->second) << text;
      ASSERT_EQ(pairs.term(found[i]), text);
    }
  }
  EXPECT_GT(pairs.size(), 40'000);
}

}  // namespace
}  // namespace tally
