// SPDX-License-Identifier: Apache-2.0
// What the tests of the families share: one feature "x", the class "y".
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tally/batch/table_testing.h"
#include "tally/count/counts.h"
#include "tally/count/value_tally.h"

namespace tally {

inline Schema schema_of(ColumnSchema x, bool weighted = false) {
  Schema schema;
  if (!x.exposure.empty()) {
    schema.columns.push_back(column_with_role(x.exposure, Role::kExposure, ValueType::kNumber));
  }
  schema.columns.push_back(std::move(x));
  schema.columns.push_back(column_with_role("y", Role::kTarget, ValueType::kText));
  if (weighted) schema.columns.push_back(column_with_role("w", Role::kWeight, ValueType::kNumber));
  return schema;
}

inline Counts count_table(const Schema& schema, const TestTable& table) {
  Counts counts(schema);
  counts.add(table.batch());
  return counts;
}

/// The sum of a value or a part in a class, as a double.
inline double sum_of(const Counts& counts, const std::string& klass, const Label& value) {
  const ValueTally& tally = values_of(counts.tallies()[0]);
  for (const Counts::Class& k : counts.classes()) {
    if (k.label == Label::of(klass)) return tally.at(k.code, tally.find_slot(value)).to_double();
  }
  return -1;
}
inline double sum_of(const Counts& counts, const std::string& klass, Part part) {
  for (const Counts::Class& k : counts.classes()) {
    if (k.label == Label::of(klass)) return counts.tallies()[0].at(k.code, part).to_double();
  }
  return -1;
}

/// Expects an error at this row of this column that says `sentence`.
inline void expect_refused(const Schema& schema, const TestTable& table, std::int64_t row,
                           const std::string& column, const std::string& sentence) {
  try {
    count_table(schema, table);
    ADD_FAILURE() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_EQ(error.place().row, row);
    EXPECT_EQ(error.place().column, column);
    EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << error.what();
  }
}

}  // namespace tally
