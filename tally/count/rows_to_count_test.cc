// SPDX-License-Identifier: Apache-2.0
#include "tally/count/rows_to_count.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tally {
namespace {

TEST(RowsToCount, OnlyRowsWithAClassAreWeighed) {
  Batch batch;
  batch.rows = 3;
  const std::vector<std::int32_t> classes{1, -1, 0};
  const std::vector<double> weights{0.5, 9, 2};
  const RowsToCount rows{batch, classes, weights};
  double seen = 0;
  for (std::int64_t row = 0; row < 3; ++row) {
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      seen += 10 * klass + static_cast<double>(weight);
    });
  }
  EXPECT_EQ(seen, 10 + 0.5 + 2);
}

TEST(RowsToCount, KnowsHowManyClassesThereMayBe) {
  const Batch batch;
  const std::vector<double> none;
  for (const std::vector<std::int32_t>& classes :
       std::vector<std::vector<std::int32_t>>{{}, {-1, -1}, {0}, {-1, 0, 6, 2, 1, 1, 3, 0, 4}}) {
    std::int32_t most = -1;
    for (const std::int32_t klass : classes) most = std::max(most, klass);
    EXPECT_EQ((RowsToCount{batch, classes, none}.class_count), most + 1);
  }
}

TEST(RowsToCount, WithoutWeightsEachRowIsTheIntegerOne) {
  Batch batch;
  batch.rows = 1;
  const std::vector<std::int32_t> classes{0};
  const std::vector<double> none;
  const RowsToCount rows{batch, classes, none};
  rows.weigh(0, [](std::int32_t, auto weight) {
    EXPECT_TRUE((std::is_same_v<decltype(weight), std::int64_t>));
    EXPECT_EQ(weight, 1);
  });
}

TEST(RowsToCount, AddWeightedMultipliesExactly) {
  ExactSum weighted, plain;
  add_weighted(weighted, 3.0, 0.1, 0.1);
  for (int i = 0; i < 3; ++i) add_weighted(plain, std::int64_t{1}, 0.1, 0.1);
  EXPECT_EQ(weighted, plain);
}

}  // namespace
}  // namespace tally
