// SPDX-License-Identifier: Apache-2.0
// A table with a column of every family, weights and missing cells, for tests of counting.
#pragma once

#include <vector>

#include "tally/batch/table_testing.h"
#include "tally/count/counts.h"

namespace tally {

inline constexpr double kNone = TestTable::kMissing;

inline Schema mixed_schema() {
  Schema schema;
  schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                    feature("flag", Family::kBernoulli, ValueType::kBoolean),
                    feature("size", Family::kGaussian),
                    feature("visits", Family::kPoisson),
                    feature("word_a", Family::kMultinomial),
                    feature("word_b", Family::kMultinomial),
                    column_with_role("y", Role::kTarget, ValueType::kText),
                    column_with_role("w", Role::kWeight, ValueType::kNumber)};
  return schema;
}

inline TestTable mixed_table() {
  TestTable table;
  table.texts("colour", {"red", "blue", "", "red"})
      .booleans("flag", {1, 0, -1, 1})
      .numbers("size", {1.5, kNone, 2.5, -4})
      .numbers("visits", {3, 0, kNone, 2})
      .numbers("word_a", {1, 0, 2, kNone})
      .numbers("word_b", {0.5, 0, 0, 1})
      .texts("y", {"yes", "no", "yes", ""})
      .numbers("w", {1, 0.5, 2, 1});
  return table;
}

inline Counts counted(const TestTable& table, const Schema& schema = mixed_schema()) {
  Counts counts(schema);
  counts.add(table.batch());
  return counts;
}

inline std::vector<CountRow> rows_of(const Counts& counts) {
  std::vector<CountRow> rows;
  counts.for_each_row([&](const CountRow& row) { rows.push_back(row); });
  return rows;
}

}  // namespace tally
