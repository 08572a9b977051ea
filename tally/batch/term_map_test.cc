// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/term_map.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

TEST(TermMap, AsksOnceForEachTermOfADictionary) {
  auto dictionary = std::make_shared<TermDictionary>();
  dictionary->code("b");
  dictionary->code("a");
  Terms column;
  column.dictionary = dictionary;
  std::map<std::string, int> asked;
  const auto number_of = [&](std::string_view term) {
    ++asked[std::string(term)];
    return static_cast<std::int32_t>(10 * term[0]);
  };
  TermMap map;
  EXPECT_EQ(map.numbers(column, number_of), (std::vector<std::int32_t>{980, 970}));
  dictionary->code("c");
  EXPECT_EQ(map.numbers(column, number_of), (std::vector<std::int32_t>{980, 970, 990}));
  EXPECT_EQ(asked, (std::map<std::string, int>{{"a", 1}, {"b", 1}, {"c", 1}}));
}

TEST(TermMap, AsksOnlyForTheTermsThatAreMet) {
  TestTable table;
  table.terms("t", {"a b c"});
  const Batch batch = table.batch();
  std::string asked;
  const auto number_of = [&](std::string_view term) {
    asked += term;
    return static_cast<std::int32_t>(term[0]);
  };
  TermMap map;
  map.look_at(std::get<Terms>(*batch.find("t")));
  EXPECT_EQ(map.number(1, number_of), 'b');
  EXPECT_EQ(map.number(1, number_of), 'b');
  EXPECT_EQ(asked, "b");
  EXPECT_EQ(map.numbers(std::get<Terms>(*batch.find("t")), number_of),
            (std::vector<std::int32_t>{'a', 'b', 'c'}));
  EXPECT_EQ(asked, "bac");
}

// Numbers that follow the codes for a while, whatever the first is, and then no longer.
TEST(TermMap, NumbersInStepAndOutOfIt) {
  const std::vector<std::int32_t> numbers{5, 6, 7, 20, 9, -1, 11};
  TestTable table;
  table.terms("t", {"a b c d e f g"});
  const Batch batch = table.batch();
  const auto number_of = [&](std::string_view term) {
    return numbers[static_cast<std::size_t>(term[0] - 'a')];
  };
  for (const std::vector<std::int32_t>& order :
       {std::vector<std::int32_t>{0, 1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1, 0}, {2, 0, 6, 1, 3}}) {
    TermMap map;
    map.look_at(std::get<Terms>(*batch.find("t")));
    for (int round = 0; round < 2; ++round) {
      for (const std::int32_t code : order) {
        map.prefetch(code);
        EXPECT_EQ(map.number(code, number_of), numbers[static_cast<std::size_t>(code)]);
      }
    }
  }
}

TEST(TermMap, AllAtOnceAsLongAsTheyAreInStep) {
  auto dictionary = std::make_shared<TermDictionary>();
  Terms column;
  column.dictionary = dictionary;
  std::vector<std::int32_t> numbers{3, 4, 5, 6, 9};
  std::string asked;
  const auto number_all = [&](std::span<const std::string_view> terms, std::span<std::int32_t> to) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      asked += terms[i];
      to[i] = numbers[static_cast<std::size_t>(terms[i][0] - 'a')];
    }
  };
  const auto number_of = [&](std::string_view term) {
    return numbers[static_cast<std::size_t>(term[0] - 'a')];
  };
  TermMap map;
  EXPECT_EQ(map.offset_of_all(column, 9, number_all), std::nullopt);  // of none there is no number
  dictionary->code("a"), dictionary->code("b");
  EXPECT_EQ(map.offset_of_all(column, 1, number_all), std::nullopt);
  EXPECT_EQ(asked, "");
  EXPECT_EQ(map.offset_of_all(column, 2, number_all), 3);
  dictionary->code("c"), dictionary->code("d");
  EXPECT_EQ(map.offset_of_all(column, 2, number_all), 3);
  EXPECT_EQ(map.offset_of_all(column, 0, number_all), 3);
  EXPECT_EQ(asked, "abcd");
  dictionary->code("e");
  EXPECT_EQ(map.offset_of_all(column, 2, number_all), std::nullopt);
  EXPECT_EQ(map.offset_of_all(column, 2, number_all), std::nullopt);
  EXPECT_EQ(asked, "abcde");
  for (std::int32_t code = 0; code < 5; ++code) {
    EXPECT_EQ(map.number(code, number_of), numbers[static_cast<std::size_t>(code)]);
  }
}

TEST(TermMap, CodesOfAnotherDictionary) {
  TermDictionary other;
  for (const char* term : {"b", "x", "a"}) other.code(term);
  TestTable one, two;
  one.terms("t", {"a c b"});
  two.terms("t", {"x"});
  const Batch first = one.batch(), second = two.batch();
  TermMap map;
  const auto& column = std::get<Terms>(*first.find("t"));
  EXPECT_EQ(map.codes_in(other, column), (std::vector<std::int32_t>{2, -1, 0}));
  EXPECT_EQ(map.codes_in(other, column), (std::vector<std::int32_t>{2, -1, 0}));
  EXPECT_EQ(map.codes_in(other, std::get<Terms>(*second.find("t"))),
            (std::vector<std::int32_t>{1}));
}

TEST(TermMap, AnotherDictionaryIsAskedAnew) {
  TermMap map;
  const auto length = [](std::string_view term) { return static_cast<std::int32_t>(term.size()); };
  TestTable one, two;
  one.terms("t", {"aa b"});
  two.terms("t", {"cccc", "b"});
  const Batch first = one.batch(), second = two.batch();
  EXPECT_EQ(map.numbers(std::get<Terms>(*first.find("t")), length),
            (std::vector<std::int32_t>{2, 1}));
  EXPECT_EQ(map.numbers(std::get<Terms>(*second.find("t")), length),
            (std::vector<std::int32_t>{4, 1}));
}

// Numbers that fall out of step at each place, asked for in each way, while the dictionary grows.
TEST(TermMap, OutOfStepAtEachPlace) {
  constexpr std::int32_t kTerms = 20;
  for (std::int32_t out = 0; out <= kTerms; ++out) {
    for (std::int32_t known = 0; known <= kTerms; ++known) {
      for (const std::int32_t offset : {-1, 0, 7}) {
        std::vector<std::int32_t> numbers;
        for (std::int32_t i = 0; i < kTerms; ++i)
          numbers.push_back(i + offset + (i == out ? 50 : 0));
        auto dictionary = std::make_shared<TermDictionary>();
        Terms column;
        column.dictionary = dictionary;
        const auto number_of = [&](std::string_view term) {
          return numbers[static_cast<std::size_t>(std::stoi(std::string(term)))];
        };
        const auto number_all = [&](std::span<const std::string_view> terms,
                                    std::span<std::int32_t> to) {
          for (std::size_t i = 0; i < terms.size(); ++i) to[i] = number_of(terms[i]);
        };
        TermMap map;
        std::int32_t added = 0;
        for (const std::int32_t size : {known, kTerms}) {
          while (added < size) dictionary->code(std::to_string(added++));
          const std::optional<std::int32_t> all = map.offset_of_all(column, kTerms, number_all);
          // One number alone is always in step with itself.
          const bool in_step = size > 0 && (out >= size || (out == 0 && size == 1));
          ASSERT_EQ(all.has_value(), in_step) << out << " " << known << " " << size;
          if (all) {
            ASSERT_EQ(*all, numbers[0]);
          }
        }
        map.look_at(column);
        for (std::int32_t code = kTerms - 1; code >= 0; --code) {
          map.prefetch(code);
          ASSERT_EQ(map.number(code, number_of), numbers[static_cast<std::size_t>(code)]) << out;
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally
