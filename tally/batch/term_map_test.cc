#include "tally/batch/term_map.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tally/batch/test_table.h"

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

}  // namespace
}  // namespace tally
