// SPDX-License-Identifier: Apache-2.0
#include "tally/count/family_testing.h"

namespace tally {
namespace {

ColumnSchema with_exposure() {
  ColumnSchema x = feature("x", Family::kPoisson);
  x.exposure = "e";
  return x;
}

TEST(Poisson, WithoutExposureEveryRowIsOne) {
  TestTable table;
  table.numbers("x", {3, 0, 2, TestTable::kMissing}).texts("y", {"k", "k", "k", "k"});
  const Counts counts = count_table(schema_of(feature("x", Family::kPoisson)), table);
  EXPECT_EQ(sum_of(counts, "k", Part::kSum), 5);
  EXPECT_EQ(sum_of(counts, "k", Part::kExposure), 3);
  EXPECT_EQ(sum_of(counts, "k", Part::kMissing), 1);
}

TEST(Poisson, ExposureIsSummedAndAMissingOneMakesTheCellMissing) {
  TestTable table;
  table.numbers("x", {3, 0, 2, 9})
      .numbers("e", {1, 2, 0.5, TestTable::kMissing})
      .texts("y", {"k", "k", "k", "k"});
  const Counts counts = count_table(schema_of(with_exposure()), table);
  EXPECT_EQ(sum_of(counts, "k", Part::kSum), 5);
  EXPECT_EQ(sum_of(counts, "k", Part::kExposure), 3.5);
  EXPECT_EQ(sum_of(counts, "k", Part::kMissing), 1);
}

TEST(Poisson, RefusesWhatIsNoCount) {
  TestTable negative, negative_exposure, nothing_exposed;
  negative.numbers("x", {1, -1}).texts("y", {"k", "k"});
  expect_refused(schema_of(feature("x", Family::kPoisson)), negative, 1, "x", "found -1");
  negative_exposure.numbers("x", {1}).numbers("e", {-2}).texts("y", {"k"});
  expect_refused(schema_of(with_exposure()), negative_exposure, 0, "e", "found -2");
  nothing_exposed.numbers("x", {1}).numbers("e", {0}).texts("y", {"k"});
  expect_refused(schema_of(with_exposure()), nothing_exposed, 0, "x", "at an exposure of 0");
}

}  // namespace
}  // namespace tally
