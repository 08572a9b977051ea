// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "tally/batch/term_dictionary.h"
#include "tally/text.h"

namespace tally {
namespace {

ColumnSchema column(const std::string& name, Role role, Family family, TextOptions text = {}) {
  ColumnSchema out;
  out.name = name;
  out.role = role;
  out.type = ValueType::kText;
  out.family = family;
  out.text = std::move(text);
  return out;
}

using Row = std::map<std::string, int>;

Row row_of(const Column& column, std::int64_t row) {
  const auto& terms = std::get<Terms>(column);
  Row out;
  terms.for_each(row, [&](std::int32_t code, std::int32_t times) {
    out[std::string(terms.dictionary->term(code))] = times;
  });
  return out;
}

TEST(TermCutter, PairsAreAColumnOfTheirOwn) {
  TextOptions with_pairs;
  with_pairs.pairs = true;
  Schema schema;
  schema.columns = {column("body", Role::kFeature, Family::kText, with_pairs)};
  const std::vector<std::string_view> bodies{"a b a b", {}, "c"};
  TermCutter cutter(schema);
  for (int again = 1; again <= 2; ++again) {
    Batch batch;
    batch.rows = 3;
    batch.columns = {{"body", Texts{bodies.data()}}};
    cutter.cut(batch);
    EXPECT_EQ(row_of(*batch.find("body"), 0), (Row{{"a", 2}, {"b", 2}}));
    const Column& pairs = *batch.find("body.pair");
    EXPECT_EQ(row_of(pairs, 0), (Row{{"a b", 2}, {"b a", 1}}));
    EXPECT_FALSE(std::get<Terms>(pairs).validity.at(1));
    EXPECT_EQ(row_of(pairs, 2), Row{});
  }
}

TEST(TermCutter, TextsBecomeTermsAndTheRestStays) {
  TextOptions pairs;
  pairs.shortest_gram = pairs.longest_gram = 2;
  TextOptions given;
  given.tokens = TokenKind::kGiven;
  Schema schema;
  schema.columns = {column("body", Role::kFeature, Family::kText),
                    column("class", Role::kTarget, Family::kCategorical),
                    column("header", Role::kFeature, Family::kText, given),
                    column("subject", Role::kFeature, Family::kText, pairs)};
  const std::vector<std::string_view> bodies{"Free money, FREE!", {}, ""};
  const std::vector<std::string_view> subjects{"a b\xFF c", "x", {}};
  const std::vector<double> prices{1, 2, 3};
  Batch batch;
  batch.rows = 3;
  batch.columns = {{"subject", Texts{subjects.data()}},
                   {"price", Numbers::of(prices)},
                   {"body", Texts{bodies.data()}},
                   {"header", Texts{bodies.data()}}};
  TermCutter cutter(schema);
  for (int again = 1; again <= 2; ++again) {
    Batch cut = batch;
    cutter.cut(cut);
    EXPECT_EQ(row_of(cut.columns[0].values, 0), (Row{{"a b", 1}, {"b c", 1}}));
    EXPECT_EQ(row_of(cut.columns[0].values, 1), Row{});
    EXPECT_FALSE(std::get<Terms>(cut.columns[0].values).validity.at(2));
    EXPECT_TRUE(std::holds_alternative<Numbers>(cut.columns[1].values));
    EXPECT_EQ(row_of(cut.columns[2].values, 0), (Row{{"free", 2}, {"money", 1}}));
    const auto& body = std::get<Terms>(cut.columns[2].values);
    EXPECT_FALSE(body.validity.at(1));
    EXPECT_TRUE(body.validity.at(2));
    EXPECT_TRUE(std::holds_alternative<Texts>(cut.columns[3].values));
    EXPECT_EQ(cutter.repaired(), again);
    cutter.cut(cut);  // what is cut already is left alone
    EXPECT_EQ(cutter.repaired(), again);
  }
}

}  // namespace
}  // namespace tally
