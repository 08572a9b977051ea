// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <random>

#include "tally/count/family_testing.h"

namespace tally {
namespace {

TEST(Categorical, CountsTextsNumbersAndBooleansByLabel) {
  TestTable texts, numbers, booleans;
  texts.texts("x", {"b", "a", "b", ""}).texts("y", {"k", "k", "k", "k"});
  const Counts by_text =
      count_table(schema_of(feature("x", Family::kCategorical, ValueType::kText)), texts);
  EXPECT_EQ(sum_of(by_text, "k", Label::of("b")), 2);
  EXPECT_EQ(sum_of(by_text, "k", Label::of("a")), 1);
  EXPECT_EQ(sum_of(by_text, "k", Part::kMissing), 1);

  numbers.numbers("x", {1, 0.5, 1, TestTable::kMissing}).texts("y", {"k", "k", "k", "k"});
  const Counts by_number = count_table(schema_of(feature("x", Family::kCategorical)), numbers);
  EXPECT_EQ(sum_of(by_number, "k", Label::of(std::int64_t{1})), 2);
  EXPECT_EQ(sum_of(by_number, "k", Label::of(0.5)), 1);

  booleans.booleans("x", {1, 0, 1, -1}).texts("y", {"k", "k", "k", "k"});
  const Counts by_bit =
      count_table(schema_of(feature("x", Family::kCategorical, ValueType::kBoolean)), booleans);
  EXPECT_EQ(sum_of(by_bit, "k", Label::of(true)), 2);
  EXPECT_EQ(sum_of(by_bit, "k", Label::of(false)), 1);
}

// Few codes and many are counted in different ways, as are rows that are no multiple of four.
TEST(Categorical, CountsAnyNumberOfCodesLikeAMap) {
  std::mt19937 random(7);
  for (const int values : {1, 3, 40, 700}) {
    for (const int rows : {1, 5, 250, 6003}) {
      std::vector<std::string> x, y;
      std::map<std::pair<std::string, std::string>, std::int64_t> times;
      for (int i = 0; i < rows; ++i) {
        const auto value = random() % static_cast<unsigned>(values + 1);
        const auto klass = random() % 4;
        x.push_back(value == 0 ? "" : "v" + std::to_string(value));
        y.push_back(klass == 0 ? "" : "k" + std::to_string(klass));
        if (klass != 0) ++times[{y.back(), x.back()}];
      }
      TestTable table;
      table.texts("x", x).texts("y", y);
      const Counts counts =
          count_table(schema_of(feature("x", Family::kCategorical, ValueType::kText)), table);
      for (int klass = 1; klass < 4; ++klass) {
        const std::string k = "k" + std::to_string(klass);
        if (std::find(y.begin(), y.end(), k) == y.end()) continue;
        EXPECT_EQ(sum_of(counts, k, Part::kMissing), (times[{k, ""}])) << values << ' ' << rows;
        for (int value = 1; value <= values; ++value) {
          const std::string v = "v" + std::to_string(value);
          EXPECT_EQ(sum_of(counts, k, Label::of(v)), (times[{k, v}])) << values << ' ' << rows;
        }
      }
    }
  }
}

// However wide the codes are and whatever marks what is missing.
TEST(Categorical, CountsCodesOfAnyWidth) {
  const auto dictionary = std::make_shared<Dictionary>();
  for (const char* value : {"a", "b", "c"}) dictionary->code(Label::of(value));
  const std::vector<std::int8_t> narrow{0, 1, -1, 2, 1, 1};
  const std::vector<std::int32_t> plain{0, 1, -1, 2, 1, 1}, negative{0, 1, -7, 2, 1, 1};
  const std::vector<std::int32_t> marked{0, 1, 2, 2, 1, 1};
  const std::uint8_t valid = 0b111011;
  Numbers with_validity = Numbers::of(std::span<const std::int32_t>(marked));
  with_validity.validity = {&valid, 0};
  TestTable classes;
  classes.texts("y", {"k", "k", "k", "k", "", "k"});
  for (const Numbers& indices :
       {Numbers::of(std::span<const std::int8_t>(narrow)),
        Numbers::of(std::span<const std::int32_t>(plain)),
        Numbers::of(std::span<const std::int32_t>(negative)), with_validity}) {
    Batch batch = classes.batch();
    batch.columns.push_back({"x", Codes{indices, dictionary}});
    Counts counts(schema_of(feature("x", Family::kCategorical, ValueType::kText)));
    counts.add(batch);
    EXPECT_EQ(sum_of(counts, "k", Label::of("a")), 1);
    EXPECT_EQ(sum_of(counts, "k", Label::of("b")), 2);
    EXPECT_EQ(sum_of(counts, "k", Label::of("c")), 1);
    EXPECT_EQ(sum_of(counts, "k", Part::kMissing), 1);
  }
  const std::vector<std::int32_t> unknown{0, 3, 0, 0, 0, 0};
  Batch batch = classes.batch();
  batch.columns.push_back({"x", Codes::of(unknown, dictionary)});
  Counts counts(schema_of(feature("x", Family::kCategorical, ValueType::kText)));
  EXPECT_THROW(counts.add(batch), Error);
}

TEST(Categorical, NumbersAndCodesOfNumbersAreTheSameLabels) {
  TestTable numbers, codes;
  numbers.numbers("x", {1, 2}).texts("y", {"k", "l"});
  codes.labels("x", {Label::of(std::int64_t{1}), Label::of(2.0)}).texts("y", {"k", "l"});
  const Schema schema = schema_of(feature("x", Family::kCategorical));
  Counts difference = count_table(schema, numbers);
  difference.subtract(count_table(schema, codes));
  EXPECT_TRUE(difference.classes().empty());
}

TEST(Categorical, RefusesLabelsOfAnotherTypeAndInfinity) {
  TestTable texts, infinite;
  texts.texts("x", {"1", "a"}).texts("y", {"k", "k"});
  expect_refused(schema_of(feature("x", Family::kCategorical)), texts, 0, "x",
                 "expected a number, found '1'");
  infinite.numbers("x", {1, std::numeric_limits<double>::infinity()}).texts("y", {"k", "k"});
  expect_refused(schema_of(feature("x", Family::kCategorical)), infinite, 1, "x", "found 'inf'");
}

TEST(Categorical, RefusesWhatWasNotDeclaredUnlessTheRowDoesNotCount) {
  ColumnSchema x = feature("x", Family::kCategorical, ValueType::kText);
  x.values = {Label::of("a"), Label::of("b")};
  TestTable table, weightless;
  table.texts("x", {"a", "c"}).texts("y", {"k", "k"});
  expect_refused(schema_of(x), table, 1, "x", "declared values a,b, found 'c'");
  weightless.texts("x", {"a", "c"}).texts("y", {"k", "k"}).numbers("w", {1, 0});
  EXPECT_NO_THROW(count_table(schema_of(x, true), weightless));
}

}  // namespace
}  // namespace tally
