#include "tally/count/family_test.h"

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
