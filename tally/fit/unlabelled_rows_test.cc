// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/unlabelled_rows.h"

#include <gtest/gtest.h>

#include "tally/base/error.h"
#include "tally/batch/table_testing.h"

namespace tally {
namespace {

Schema schema_with(std::vector<ColumnSchema> columns) {
  columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
  Schema schema;
  schema.columns = std::move(columns);
  return validated(schema);
}

TEST(UnlabelledRows, HaveNoClass) {
  UnlabelledRows rows(schema_with({feature("x", Family::kGaussian)}));
  TestTable some;
  some.numbers("x", {1, 2, 3}).texts("y", {"a", "", "b"});
  rows.append(some.batch());
  EXPECT_EQ(rows.size(), 1);
  EXPECT_EQ(rows.with_class(), 2);
  TestTable without;
  without.numbers("x", {4, TestTable::kMissing});
  rows.append(without.batch());
  EXPECT_EQ(rows.size(), 3);
  const Batch features = rows.features();
  ASSERT_EQ(features.columns.size(), 1U);
  EXPECT_EQ(std::get<Numbers>(features.columns[0].values).at(0), 2);
  EXPECT_EQ(std::get<Numbers>(features.columns[0].values).at(1), 4);
}

TEST(UnlabelledRows, WeighOneWhereNothingElseIsSaid) {
  UnlabelledRows rows(schema_with(
      {feature("x", Family::kGaussian), column_with_role("w", Role::kWeight, ValueType::kNumber)}));
  TestTable plain;
  plain.numbers("x", {1});
  rows.append(plain.batch());
  TestTable weighed;
  weighed.numbers("x", {2, 3}).numbers("w", {0, 2.5});
  rows.append(weighed.batch());
  ASSERT_EQ(rows.size(), 2);
  EXPECT_EQ(rows.weight(0), 1);
  EXPECT_EQ(rows.weight(1), 2.5);
}

TEST(UnlabelledRows, RefuseWhatNoFeatureTakes) {
  UnlabelledRows rows(schema_with({feature("n", Family::kPoisson)}));
  TestTable negative;
  negative.numbers("n", {1, -1});
  EXPECT_THROW(rows.append(negative.batch()), Error);
  TestTable other;
  other.numbers("m", {1});
  EXPECT_THROW(UnlabelledRows(rows.schema()).append(other.batch()), Error);
}

TEST(UnlabelledRows, AreHeldUpToABound) {
  UnlabelledRows rows(schema_with({feature("x", Family::kGaussian)}), 6);
  TestTable three;
  three.numbers("x", {1, 2, 3});
  rows.append(three.batch());
  EXPECT_THROW(rows.append(three.batch()), Error);
}

TEST(UnlabelledRows, OfTextsHoldTheTerms) {
  UnlabelledRows rows(schema_with({feature("t", Family::kText, ValueType::kText)}), 6);
  TestTable two;
  two.terms("t", {"a b a", "-"});
  rows.append(two.batch());
  EXPECT_EQ(rows.size(), 2);
  const Batch features = rows.features();
  const auto& terms = std::get<Terms>(*features.find("t"));
  int tokens = 0;
  terms.for_each(0, [&](std::int32_t, std::int32_t times) { tokens += times; });
  EXPECT_EQ(tokens, 3);
  EXPECT_FALSE(terms.validity.at(1));
  TestTable many;
  many.terms("t", {"a b c d e"});
  EXPECT_THROW(rows.append(many.batch()), Error);  // seven terms
}

TEST(UnlabelledRows, AreOfMultinomialTexts) {
  Schema schema = schema_with({feature("t", Family::kText, ValueType::kText)});
  for (ColumnSchema& column : schema.columns) column.text.model = TextModel::kBernoulli;
  EXPECT_THROW(UnlabelledRows{schema}, Error);
}

}  // namespace
}  // namespace tally
