// SPDX-License-Identifier: Apache-2.0
#include "tally/text/term_column.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace tally {
namespace {

using Row = std::map<std::string, int>;

Row row_of(const Terms& terms, std::int64_t row) {
  Row out;
  terms.for_each(row, [&](std::int32_t code, std::int32_t times) {
    EXPECT_TRUE(out.emplace(terms.dictionary->term(code), times).second);
  });
  return out;
}

TEST(TermColumn, CountsTheTermsOfEachRow) {
  TermColumn column;
  for (const char* term : {"free", "money", "free"}) column.add(term);
  EXPECT_EQ(column.terms_of_row(), 2);
  column.end_row();
  EXPECT_EQ(column.terms_of_row(), 0);
  column.end_row();
  column.add("money");
  column.end_row();
  const Terms terms = column.finish();
  EXPECT_EQ(row_of(terms, 0), (Row{{"free", 2}, {"money", 1}}));
  EXPECT_EQ(row_of(terms, 1), Row{});
  EXPECT_EQ(row_of(terms, 2), (Row{{"money", 1}}));
  EXPECT_EQ(terms.validity.bits, nullptr);
}

TEST(TermColumn, ATextWithoutATermIsNotMissing) {
  TermColumn column;
  for (int i = 0; i < 20; ++i) i % 3 == 0 ? column.end_missing_row() : column.end_row();
  const Terms terms = column.finish();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(terms.validity.at(i), i % 3 != 0) << i;
}

TEST(TermColumn, TheNextColumnKeepsTheDictionaryAndNothingElse) {
  TermColumn column;
  column.add("a");
  column.add("b");
  column.end_missing_row();
  const auto* dictionary = column.finish().dictionary.get();
  column.start();
  column.add("b");
  column.add("c");
  column.add("b");
  column.end_row();
  const Terms terms = column.finish();
  EXPECT_EQ(terms.dictionary.get(), dictionary);
  EXPECT_EQ(dictionary->size(), 3);
  EXPECT_EQ(row_of(terms, 0), (Row{{"b", 2}, {"c", 1}}));
  EXPECT_TRUE(terms.validity.at(0));
}

TEST(TermColumn, ANewDictionaryBeginsWhereTermsDoNotComeAgain) {
  TermColumn column;
  std::vector<std::shared_ptr<const TermDictionary>> dictionaries;
  for (int start = 0; start < 60'000; start += 10'000) {
    column.start();
    for (int i = start; i < start + 10'000; ++i) column.add(std::to_string(i));
    column.add("0");
    column.add("0");
    column.end_row();
    const Terms terms = column.finish();
    dictionaries.push_back(terms.dictionary);
    EXPECT_LT(terms.dictionary->size(), 40'000);
    const Row row = row_of(terms, 0);
    EXPECT_EQ(row.size(), start == 0 ? 10'000U : 10'001U);
    EXPECT_EQ(row.at("0"), start == 0 ? 3 : 2);
    EXPECT_EQ(row.at(std::to_string(start + 9'999)), 1);
  }
  EXPECT_NE(dictionaries.front(), dictionaries.back());
  EXPECT_EQ(dictionaries.front()->term(0), "0");
}

TEST(TermColumn, TheDictionaryStaysWhereTermsComeAgain) {
  TermColumn column;
  std::shared_ptr<const TermDictionary> first;
  for (int pass = 0; pass < 5; ++pass) {
    column.start();
    for (int i = 0; i < 40'000; ++i) column.add(std::to_string(i));
    column.end_row();
    if (pass == 0) first = column.finish().dictionary;
    EXPECT_EQ(column.finish().dictionary, first);
  }
}

TEST(TermColumn, TermsInABufferAreTheSameTerms) {
  const std::string buffer = "a bc def sixteen-letters- seventeen-letters a bc ";
  std::vector<std::string_view> terms{"elsewhere"};
  for (std::size_t begin = 0; begin < buffer.size();) {
    const std::size_t end = buffer.find(' ', begin);
    terms.push_back(std::string_view(buffer).substr(begin, end - begin));
    begin = end + 1;
  }
  TermColumn column;
  column.add(terms, buffer);
  column.end_row();
  EXPECT_EQ(row_of(column.finish(), 0), (Row{{"a", 2},
                                             {"bc", 2},
                                             {"def", 1},
                                             {"sixteen-letters-", 1},
                                             {"seventeen-letters", 1},
                                             {"elsewhere", 1}}));
}

TEST(TermColumn, ManyTermsAtOnceAreTheSameTerms) {
  const std::vector<std::string_view> terms{"free", "money", "free", "a long term of many bytes"};
  for (const bool once : {false, true}) {
    TermColumn together(once), one_by_one(once);
    together.add("money");
    one_by_one.add("money");
    together.add(terms);
    for (const std::string_view term : terms) one_by_one.add(term);
    together.end_row();
    one_by_one.end_row();
    EXPECT_EQ(row_of(together.finish(), 0), row_of(one_by_one.finish(), 0));
  }
}

TEST(TermColumn, OnceIsOnce) {
  TermColumn column(true);
  for (const char* term : {"a", "b", "a"}) column.add(term);
  column.end_row();
  EXPECT_EQ(column.finish().times, nullptr);
  EXPECT_EQ(row_of(column.finish(), 0), (Row{{"a", 1}, {"b", 1}}));
}

// Any number of terms in one call, known and new, among rows and columns: a map counts them.
TEST(TermColumn, AnyNumberAtOnce) {
  for (const bool once : {false, true}) {
    TermColumn column(once);
    for (std::size_t count = 0; count <= 130; ++count) {
      if (count % 10 == 0) column.start();
      std::string buffer;
      std::vector<std::size_t> starts;
      Row expected;
      for (std::size_t i = 0; i < count; ++i) {
        const std::string term = std::string(i % 14, 'k') + std::to_string(i * count % 50);
        starts.push_back(buffer.size());
        buffer += term;
        expected[term] += once && expected[term] == 1 ? 0 : 1;
      }
      starts.push_back(buffer.size());
      std::vector<std::string_view> terms;
      for (std::size_t i = 0; i < count; ++i) {
        terms.push_back(std::string_view(buffer).substr(starts[i], starts[i + 1] - starts[i]));
      }
      column.add(std::span(terms).first(count / 3), buffer);
      column.add(std::span(terms).subspan(count / 3));
      ASSERT_EQ(column.terms_of_row(), static_cast<std::int64_t>(expected.size()));
      column.end_row();
      ASSERT_EQ(row_of(column.finish(), static_cast<std::int64_t>(count % 10)), expected) << count;
    }
  }
}

std::vector<std::string_view> joined(const std::vector<std::string>& words,
                                     std::vector<std::string>& room) {
  room.clear();
  for (std::size_t i = 0; i + 1 < words.size(); ++i) room.push_back(words[i] + " " + words[i + 1]);
  return {room.begin(), room.end()};
}

// Rows and columns of words, of which some come again and some never do, so that the words and the pairs begin
// new dictionaries, together and apart.
TEST(TermColumn, PairsOfWordsAreThePairsOfTheirTexts) {
  for (const bool once : {false, true}) {
    TermColumn words(once), pairs(once), texts(once);
    std::set<const TermDictionary*> dictionaries;
    for (int column = 0; column < 12; ++column) {
      words.start(), pairs.start(), texts.start();
      for (int row = 0; row < 8; ++row) {
        if (row % 4 == 3) {
          words.end_missing_row(), pairs.end_missing_row(), texts.end_missing_row();
          continue;
        }
        std::vector<std::string> of_row, room;
        const int length = row == 1 ? column % 3 : 1500;
        for (int i = 0; i < length; ++i) {
          const bool is_new = column < 6 ? i % 2 == 0 : i == 7;
          of_row.push_back(is_new ? std::to_string(column * 100'000 + row * 2000 + i)
                                  : std::string(static_cast<std::size_t>(i % 13 + 1), 'w'));
        }
        const std::vector<std::string_view> views(of_row.begin(), of_row.end());
        words.add(views);
        pairs.add_pairs_of(words, " ");
        texts.add(joined(of_row, room));
        words.end_row(), pairs.end_row(), texts.end_row();
      }
      const Terms found = pairs.finish(), expected = texts.finish();
      dictionaries.insert(words.finish().dictionary.get());
      for (std::int64_t row = 0; row < 8; ++row) {
        ASSERT_EQ(row_of(found, row), row_of(expected, row)) << column << " " << row;
        ASSERT_EQ(found.validity.at(row), expected.validity.at(row));
      }
    }
    EXPECT_GT(dictionaries.size(), 1U);
  }
}

}  // namespace
}  // namespace tally
