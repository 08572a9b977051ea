// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/accuracy_bound.h"

#include <gtest/gtest.h>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

// Li Hang, Statistical Learning Methods, example 4.1.
Counts li_hang() {
  Schema schema;
  schema.columns = {feature("x1", Family::kCategorical),
                    feature("x2", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kNumber)};
  TestTable table;
  table.numbers("x1", {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3})
      .texts("x2", {"S", "M", "M", "S", "S", "S", "M", "M", "L", "L", "L", "M", "M", "L", "L"})
      .numbers("y", {-1, -1, 1, 1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 1, -1});
  Counts counts(schema);
  counts.add(table.batch());
  return counts;
}

TEST(AccuracyBound, OfLiHangsExample) {
  Question question;
  question.lambda = 0;
  EXPECT_NEAR(accuracy_bound(estimate(li_hang(), question)).value(), 20.0 / 27, 1e-15);
  question.lambda = 1;
  EXPECT_NEAR(accuracy_bound(estimate(li_hang(), question)).value(), 3709.0 / 5508, 1e-15);
}

Counts one_column(Family family, const std::vector<double>& cells, std::size_t copies = 1) {
  Schema schema;
  schema.columns = {column_with_role("y", Role::kTarget, ValueType::kNumber)};
  TestTable table;
  table.numbers("y", {0, 0, 1});
  for (std::size_t i = 0; i < copies; ++i) {
    schema.columns.push_back(feature("x" + std::to_string(i), family));
    table.numbers("x" + std::to_string(i), cells);
  }
  Counts counts(schema);
  counts.add(table.batch());
  return counts;
}

TEST(AccuracyBound, NoneForMeasurementsOrTooManyRows) {
  EXPECT_FALSE(accuracy_bound(estimate(one_column(Family::kGaussian, {1, 2, 3}), {})));
  EXPECT_TRUE(accuracy_bound(estimate(one_column(Family::kCategorical, {1, 2, 1}, 16), {})));
  EXPECT_FALSE(accuracy_bound(estimate(one_column(Family::kCategorical, {1, 2, 1}, 17), {})));
}

TEST(AccuracyBound, ColumnsOfOneValueChangeNothing) {
  Question question;
  question.prior = PriorKind::kEmpirical;
  const Counts counts = one_column(Family::kCategorical, {5, 5, 5}, 20'000);
  EXPECT_NEAR(accuracy_bound(estimate(counts, question)).value(), 2.0 / 3, 1e-15);
}

}  // namespace
}  // namespace tally
