// SPDX-License-Identifier: Apache-2.0
#include "tally/count/family_testing.h"

namespace tally {
namespace {

ColumnSchema age() {
  ColumnSchema x = feature("x", Family::kBinned);
  x.cuts = {18, 30, 65};
  return x;
}

Label bin(int number) { return Label::of(std::int64_t{number}); }

TEST(Binned, ANumberAtACutIsLeftOfIt) {
  TestTable table;
  table.numbers("x", {18, 18.1, -4, 30, 31, 65, 65.5, 1e300, TestTable::kMissing});
  table.texts("y", {"k", "k", "k", "k", "l", "l", "l", "l", "k"});
  const Counts counts = count_table(schema_of(age()), table);
  EXPECT_EQ(sum_of(counts, "k", bin(0)), 2);
  EXPECT_EQ(sum_of(counts, "k", bin(1)), 2);
  EXPECT_EQ(sum_of(counts, "k", bin(2)), 0);
  EXPECT_EQ(sum_of(counts, "l", bin(2)), 2);
  EXPECT_EQ(sum_of(counts, "l", bin(3)), 2);
  EXPECT_EQ(sum_of(counts, "k", Part::kMissing), 1);
}

TEST(Binned, AllBinsArePossibleSeenOrNot) {
  TestTable table;
  table.numbers("x", {40}).texts("y", {"k"});
  const Counts counts = count_table(schema_of(age()), table);
  const ValueTally& tally = values_of(counts.tallies()[0]);
  EXPECT_EQ(tally.possible_values(), 4);
  EXPECT_EQ(tally.value_type(), ValueType::kNumber);
  std::string words;
  for (const ValueTally::Value& value : tally.values()) {
    words += value_in_words(tally, value.slot) + ";";
  }
  EXPECT_EQ(words, "≤ 18;18 … 30;30 … 65;> 65;");
}

TEST(Binned, Weights) {
  TestTable table;
  table.numbers("x", {20, 25, 90}).texts("y", {"k", "k", "l"}).numbers("w", {0.25, 2, 3});
  const Counts counts = count_table(schema_of(age(), true), table);
  EXPECT_EQ(sum_of(counts, "k", bin(1)), 2.25);
  EXPECT_EQ(sum_of(counts, "l", bin(3)), 3);
}

TEST(Binned, InfinityIsRefused) {
  for (const double sign : {-1.0, 1.0}) {
    TestTable table;
    table.numbers("x", {20, sign * std::numeric_limits<double>::infinity()});
    table.texts("y", {"k", "k"});
    expect_refused(schema_of(age()), table, 1, "x", "expected a finite number, found");
  }
}

TEST(Binned, TruthsAndTextsAreRefused) {
  TestTable table;
  table.texts("x", {"twenty"}).texts("y", {"k"});
  EXPECT_THROW(count_table(schema_of(age()), table), Error);
}

}  // namespace
}  // namespace tally
