// SPDX-License-Identifier: Apache-2.0
#include "tally/count/family_testing.h"

namespace tally {
namespace {

ColumnSchema over_numbers(std::optional<double> binarize) {
  ColumnSchema x = feature("x", Family::kBernoulli);
  x.binarize = binarize;
  return x;
}

TEST(Bernoulli, TheThresholdIsStrict) {
  TestTable table;
  table.numbers("x", {5.0, 5.1, 4.9, TestTable::kMissing}).texts("y", {"k", "k", "k", "k"});
  const Counts counts = count_table(schema_of(over_numbers(5.0)), table);
  EXPECT_EQ(sum_of(counts, "k", Label::of(true)), 1);
  EXPECT_EQ(sum_of(counts, "k", Label::of(false)), 2);
  EXPECT_EQ(sum_of(counts, "k", Part::kMissing), 1);
}

TEST(Bernoulli, WithoutAThresholdOnlyZeroAndOneWillDo) {
  TestTable good, bad;
  good.numbers("x", {0, 1, 1}).texts("y", {"k", "k", "k"});
  EXPECT_EQ(sum_of(count_table(schema_of(over_numbers(std::nullopt)), good), "k", Label::of(true)),
            2);
  bad.numbers("x", {0, 2}).texts("y", {"k", "k"});
  expect_refused(schema_of(over_numbers(std::nullopt)), bad, 1, "x", "expected 0 or 1, found 2");
}

TEST(Bernoulli, BooleansAndWeights) {
  TestTable table;
  table.booleans("x", {1, 1, 0}).texts("y", {"k", "k", "l"}).numbers("w", {0.25, 2, 3});
  const Counts counts =
      count_table(schema_of(feature("x", Family::kBernoulli, ValueType::kBoolean), true), table);
  EXPECT_EQ(sum_of(counts, "k", Label::of(true)), 2.25);
  EXPECT_EQ(sum_of(counts, "l", Label::of(false)), 3);
}

TEST(Bernoulli, InfinityIsRefused) {
  TestTable table;
  table.numbers("x", {-std::numeric_limits<double>::infinity()}).texts("y", {"k"});
  expect_refused(schema_of(over_numbers(0)), table, 0, "x", "found -inf");
}

}  // namespace
}  // namespace tally
