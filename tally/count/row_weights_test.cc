// SPDX-License-Identifier: Apache-2.0
#include "tally/count/row_weights.h"

#include <gtest/gtest.h>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

TEST(RowWeights, AreFiniteNumbersZeroOrMore) {
  TestTable good;
  good.numbers("w", {0, 0.5, 3});
  const Batch batch = good.batch();
  EXPECT_EQ(checked_weights(batch, batch.columns[0].values, "w"), (std::vector<double>{0, 0.5, 3}));
}

TEST(RowWeights, AnythingElseIsRefusedWithItsPlace) {
  for (const double bad : {-1.0, TestTable::kMissing, std::numeric_limits<double>::infinity()}) {
    TestTable table;
    table.numbers("w", {1, bad});
    const Batch batch = table.batch();
    try {
      checked_weights(batch, batch.columns[0].values, "w");
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.place().row, 1);
    }
  }
  TestTable texts;
  texts.texts("w", {"heavy"});
  const Batch batch = texts.batch();
  EXPECT_THROW(checked_weights(batch, batch.columns[0].values, "w"), Error);
}

}  // namespace
}  // namespace tally
