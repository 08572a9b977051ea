// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/unseen_values.h"

#include <gtest/gtest.h>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

Counts passengers() {
  Schema schema;
  schema.columns = {feature("sex", Family::kCategorical, ValueType::kText),
                    feature("deck", Family::kCategorical, ValueType::kText),
                    feature("age", Family::kGaussian),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  Counts counts(validated(schema));
  TestTable table;
  table.texts("sex", {"female", "male"})
      .texts("deck", {"A", "B"})
      .numbers("age", {30, 40})
      .texts("y", {"yes", "no"});
  counts.add(table.batch());
  return counts;
}

TEST(UnseenValues, AreCountedByColumnWithWhatWasMeant) {
  const Counts counts = passengers();
  TestTable first, second;
  first.texts("sex", {"femal", "male", "", "xyz"})
      .texts("deck", {"A", "B", "A", ""})
      .numbers("age", {1, 2, 3, 4});
  second.texts("sex", {"abc"}).texts("deck", {"C"}).numbers("age", {1});
  UnseenValues unseen(counts), more(counts);
  unseen.add(first.batch());
  EXPECT_EQ(unseen.columns().size(), 1U);
  EXPECT_EQ(unseen.columns()[0].close, "female");
  more.add(second.batch());
  unseen.merge(more);
  const auto columns = unseen.columns();
  ASSERT_EQ(columns.size(), 2U);
  EXPECT_EQ(columns[0].name, "deck");
  EXPECT_EQ(columns[0].cells, 1);
  EXPECT_EQ(columns[1].name, "sex");
  EXPECT_EQ(columns[1].cells, 3);
  EXPECT_EQ(columns[1].example, Label::of("abc"));
  EXPECT_EQ(columns[1].close, std::nullopt);
}

TEST(UnseenValues, WhatTheBatchDoesNotHoldIsNotUnseen) {
  const Counts counts = passengers();
  TestTable table;
  table.numbers("age", {1});
  UnseenValues unseen(counts);
  unseen.add(table.batch());
  EXPECT_TRUE(unseen.columns().empty());
  // A label of the dictionary that no row has is none of the rows.
  TestTable known;
  known.texts("sex", {"male"});
  unseen.add(known.batch());
  EXPECT_TRUE(unseen.columns().empty());
}

}  // namespace
}  // namespace tally
