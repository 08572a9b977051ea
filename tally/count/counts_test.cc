// SPDX-License-Identifier: Apache-2.0
#include "tally/count/counts.h"

#include <gtest/gtest.h>

#include "tally/count/mixed_table_testing.h"
#include "tally/count/value_tally.h"

namespace tally {
namespace {

TEST(Counts, CountsEveryFamilyWithWeightsAndMissing) {
  Counts counts(mixed_schema());
  const TestTable table = mixed_table();
  const Counted counted = counts.add(table.batch());
  EXPECT_EQ(counted.rows, 3);
  EXPECT_EQ(counted.without_target, 1);

  const auto classes = counts.classes();
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(classes[0].label, Label::of("no"));
  EXPECT_EQ(classes[0].weight.to_double(), 0.5);
  EXPECT_EQ(classes[1].weight.to_double(), 3);
  EXPECT_EQ(counts.total_weight().to_double(), 3.5);
  const std::int32_t yes = classes[1].code;

  const ValueTally& colour = values_of(*counts.find("colour"));
  EXPECT_EQ(colour.at(yes, colour.find_slot(Label::of("red"))).to_double(), 1);
  EXPECT_EQ(colour.at(yes, Part::kMissing).to_double(), 2);
  const Tally& size = *counts.find("size");
  EXPECT_EQ(size.at(yes, Part::kWeight).to_double(), 3);
  EXPECT_EQ(size.at(yes, Part::kSum).to_double(), 1.5 + 2 * 2.5);
  EXPECT_EQ(size.at(yes, Part::kSquare).to_double(), 2.25 + 2 * 6.25);
  const Tally& visits = *counts.find("visits");
  EXPECT_EQ(visits.at(yes, Part::kSum).to_double(), 3);
  EXPECT_EQ(visits.at(yes, Part::kExposure).to_double(), 1);
  const ValueTally& words = values_of(*counts.find("multinomial"));
  EXPECT_EQ(words.total(yes).to_double(), 1 + 0.5 + 2 * 2);
  EXPECT_NO_THROW(counts.check());
}

TEST(Counts, SubtractUndoesAddAndLeavesNoTrace) {
  const Counts one = counted(mixed_table());
  TestTable other_table;
  other_table.texts("colour", {"green", "red"})
      .booleans("flag", {1, 0})
      .numbers("size", {0.1, 1e300})
      .numbers("visits", {3, 0})
      .numbers("word_a", {0.1, 0})
      .numbers("word_b", {0.2, 3})
      .texts("y", {"maybe", "yes"})
      .numbers("w", {0.3, 1});
  const Counts other = counted(other_table);
  Counts both = one;
  both.merge(other);
  EXPECT_NE(rows_of(both), rows_of(one));
  EXPECT_EQ(both.classes().size(), 3U);
  both.subtract(other);
  EXPECT_EQ(rows_of(both), rows_of(one));
  EXPECT_EQ(both.classes().size(), 2U);
  EXPECT_EQ(values_of(*both.find("colour")).values().size(),
            values_of(*one.find("colour")).values().size());
}

TEST(Counts, TakesRowsAwayInPlace) {
  const TestTable table = mixed_table();
  Counts counts = counted(table);
  counts.add(table.batch());
  counts.take_away(table.batch());
  EXPECT_EQ(rows_of(counts), rows_of(counted(table)));

  Schema without_weights = mixed_schema();
  without_weights.columns.pop_back();
  Counts plain = counted(table, without_weights);
  plain.take_away(table.batch());
  EXPECT_TRUE(rows_of(plain).empty());
  EXPECT_TRUE(plain.classes().empty());
}

TEST(Counts, RefusesToForgetWhatWasNeverThere) {
  Counts counts = counted(mixed_table());
  const auto before = rows_of(counts);
  TestTable stranger;
  stranger.texts("colour", {"red"})
      .booleans("flag", {1})
      .numbers("size", {7})  // possible in every count, but n·Σx² < (Σx)² would be left
      .numbers("visits", {3})
      .numbers("word_a", {1})
      .numbers("word_b", {0.5})
      .texts("y", {"yes"})
      .numbers("w", {1});
  EXPECT_THROW(counts.subtract(counted(stranger)), Error);
  EXPECT_EQ(rows_of(counts), before);
}

TEST(Counts, RefusesToSubtractAWholeClassButItsSums) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  TestTable two, other;
  two.numbers("x", {1, 2}).texts("y", {"a", "a"});
  other.numbers("x", {1, 1}).texts("y", {"a", "a"});
  Counts counts = counted(two, schema);
  EXPECT_THROW(counts.subtract(counted(other, schema)), Error);
  counts.subtract(counted(two, schema));
  EXPECT_TRUE(rows_of(counts).empty());
  EXPECT_TRUE(counts.classes().empty());
}

TEST(Counts, MergeNamesTheDifferenceOfSchemas) {
  Schema other = mixed_schema();
  other.columns[2].family = Family::kPoisson;
  Counts counts(mixed_schema());
  try {
    counts.merge(Counts(other));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_NE(std::string(error.what()).find("column 'size' is gaussian"), std::string::npos)
        << error.what();
  }
}

TEST(Counts, MergingWithItselfDoubles) {
  Counts counts = counted(mixed_table());
  counts.merge(counts);
  EXPECT_EQ(counts.total_weight().to_double(), 7);
  counts.subtract(counts);
  EXPECT_TRUE(rows_of(counts).empty());
}

TEST(Counts, DeclaredClassesAndValuesStayAndNothingElseComes) {
  Schema schema;
  schema.columns = {feature("x", Family::kCategorical),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  schema.columns[0].values = {Label::of(1.0), Label::of(2.0), Label::of(3.0)};
  schema.columns[1].values = {Label::of("a"), Label::of("b")};
  TestTable table;
  table.numbers("x", {2, 2}).texts("y", {"a", "a"});
  Counts counts = counted(table, schema);
  EXPECT_EQ(counts.classes().size(), 2U);
  EXPECT_EQ(values_of(*counts.find("x")).values().size(), 3U);
  TestTable unknown_value, unknown_class;
  unknown_value.numbers("x", {4}).texts("y", {"a"});
  unknown_class.numbers("x", {1}).texts("y", {"c"});
  EXPECT_THROW(counted(unknown_value, schema), Error);
  EXPECT_THROW(counted(unknown_class, schema), Error);
}

TEST(Counts, BadWeightsAreRefusedWithTheirPlace) {
  for (const double bad : {-1.0, kNone, std::numeric_limits<double>::infinity()}) {
    Schema schema;
    schema.columns = {feature("x", Family::kGaussian),
                      column_with_role("y", Role::kTarget, ValueType::kText),
                      column_with_role("w", Role::kWeight, ValueType::kNumber)};
    TestTable table;
    table.numbers("x", {1, 2}).texts("y", {"a", "b"}).numbers("w", {1, bad});
    try {
      counted(table, schema);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.place().row, 1);
      EXPECT_EQ(error.place().column, "w");
    }
  }
}

TEST(Counts, AMissingColumnIsNamed) {
  TestTable table;
  table.texts("y", {"a"});
  try {
    counted(table);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place().column, "w");
  }
}

TEST(Counts, DictionariesMayGrowAndChangeBetweenBatches) {
  Schema schema;
  schema.columns = {feature("x", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  TestTable first, second, whole;
  first.texts("x", {"b", "a"}).texts("y", {"k", "l"});
  second.texts("x", {"c", "b"}).texts("y", {"m", "k"});
  whole.texts("x", {"b", "a", "c", "b"}).texts("y", {"k", "l", "m", "k"});
  Counts counts(schema);
  counts.add(first.batch());
  counts.add(second.batch());
  EXPECT_EQ(rows_of(counts), rows_of(counted(whole, schema)));
}

// A time is a number of seconds, but no number may be taken for it, nor it for a number.
TEST(Counts, TimesAreCountedInSecondsAndMixWithNothing) {
  using enum ValueType;
  constexpr double kNone = TestTable::kMissing;
  Schema schema;
  schema.columns = {feature("when", Family::kGaussian, kTime),
                    column_with_role("y", Role::kTarget, kText)};
  Counts counts(schema);
  const auto rows = [](std::vector<double> cells, ValueType type) {
    TestTable table;
    table.seconds("when", std::move(cells), type).texts("y", {"a", "a"});
    return table;
  };
  counts.add(rows({86400, kNone}, kTime).batch());
  counts.add(rows({kNone, kNone}, kNumber).batch());
  EXPECT_EQ(counts.find("when")->at(counts.classes()[0].code, Part::kSum).to_double(), 86400);
  const auto before = rows_of(counts);
  for (const ValueType other : {kNumber, kDuration}) {
    EXPECT_THROW(counts.add(rows({kNone, 1}, other).batch()), Error);
    EXPECT_THROW(counts.take_away(rows({1, 1}, other).batch()), Error);
  }
  EXPECT_EQ(rows_of(counts), before);
  EXPECT_THROW(counts.add(TestTable().texts("when", {"1970-01-02"}).texts("y", {"a"}).batch()),
               Error);
  schema.columns[0].type = kNumber;
  EXPECT_THROW(Counts(schema).add(rows({1, 1}, kTime).batch()), Error);
}

// A target that is a time is counted by its text, from whatever column it comes.
TEST(Counts, AClassThatIsATimeIsItsText) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  Counts times(schema), texts(schema);
  times.add(TestTable().numbers("x", {1, 2}).seconds("y", {86400, 90.5}, ValueType::kTime).batch());
  texts.add(
      TestTable().numbers("x", {1, 2}).texts("y", {"1970-01-02", "1970-01-01T00:01:30.5"}).batch());
  EXPECT_EQ(rows_of(times), rows_of(texts));
}

}  // namespace
}  // namespace tally
