// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "tally/count/mixed_table_testing.h"

namespace tally {
namespace {

TEST(CountsRows, RoundTrip) {
  const Counts counts = counted(mixed_table());
  const auto rows = rows_of(counts);
  Counts copy(mixed_schema());
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) copy.add_row(*row);
  EXPECT_EQ(rows_of(copy), rows);
  EXPECT_NO_THROW(copy.check());
}

TEST(CountsRows, WhatFitsNoTallyIsRefused) {
  Counts counts(mixed_schema());
  const CountRow good{"colour", Part::kValue, "red", "yes", 0, 1};
  for (const CountRow& bad : {CountRow{"nothing", Part::kValue, "red", "yes", 0, 1},
                              CountRow{"size", Part::kExposure, "", "yes", 0, 1},
                              CountRow{"size", Part::kValue, "red", "yes", 0, 1},
                              CountRow{"flag", Part::kValue, "red", "yes", 0, 1},
                              CountRow{"colour", Part::kMissing, "red", "yes", 0, 1},
                              CountRow{"colour", Part::kValue, "red", "yes", 1, 1},
                              CountRow{"colour", Part::kValue, "red", "yes", 32000, 1}}) {
    EXPECT_THROW(counts.add_row(bad), Error) << bad.tally;
  }
  counts.add_row(good);
  EXPECT_THROW(counts.check(), Error);  // a count without its row in the class tally
}

TEST(CountsRows, SumsBeyondAllBoundsAreRefused) {
  Schema schema;
  schema.columns = {feature("x", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  Counts counts(schema);
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 3; ++i) {
    counts.add_row({"", Part::kWeight, "", "k", ExactSum::kMostExponent, most});
    counts.add_row({"x", Part::kValue, "a", "k", ExactSum::kMostExponent, most});
  }
  EXPECT_THROW(counts.check(), Error);
}

}  // namespace
}  // namespace tally
