// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/class_weights.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(ClassWeights, AreAddedUpByClass) {
  const std::vector<std::int32_t> classes{1, -1, 0, 1, 1};
  std::vector<ExactSum> sums(3);
  for (std::size_t rows = 0; rows <= classes.size(); ++rows) {  // an even number and an odd one
    add_class_weights(std::span(classes).first(rows), {}, sums);
  }
  EXPECT_EQ(sums[0].whole(), 3);
  EXPECT_EQ(sums[1].whole(), 8);
  EXPECT_EQ(sums[2].whole(), 0);
  const std::vector<double> weights{0.5, 8, 4, 0, 0.25};
  add_class_weights(classes, weights, sums);
  EXPECT_EQ(sums[0].to_double(), 7);
  EXPECT_EQ(sums[1].to_double(), 8.75);
}

}  // namespace
}  // namespace tally
