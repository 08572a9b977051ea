// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tally/base/error.h"

namespace tally {
namespace {

TEST(Split, DrawsItsFraction) {
  // 100,000 rows: the share of test rows is within four standard deviations of the fraction.
  for (const double fraction : {0.01, 0.2, 0.5, 0.9}) {
    const SplitRule rule{fraction, 666};
    int test = 0;
    for (std::int64_t row = 0; row < 100000; ++row) test += is_test_row(rule, row);
    EXPECT_NEAR(test, 1e5 * fraction, 4 * std::sqrt(1e5 * fraction * (1 - fraction)));
  }
}

TEST(Split, AGreaterFractionKeepsTheRowsOfASmaller) {
  for (std::int64_t row = 0; row < 1000; ++row) {
    EXPECT_LE(is_test_row({0.1, 3}, row), is_test_row({0.3, 3}, row));
  }
}

TEST(Split, SeedsDiffer) {
  int same = 0;
  for (std::int64_t row = 0; row < 10000; ++row) {
    same += is_test_row({0.5, 1}, row) == is_test_row({0.5, 2}, row);
  }
  EXPECT_NEAR(same, 5000, 200);
}

TEST(Split, RefusesFractionsThatLeaveNothing) {
  for (const double fraction : {0.0, 1.0, -0.5, 2.0, std::nan("")}) {
    EXPECT_THROW(validate(SplitRule{fraction, 0}), Error) << fraction;
  }
  validate(SplitRule{0.5, 0});
}

TEST(Split, StratifiedGivesEveryClassItsShare) {
  StratifiedSplit classes({0.2, 42});
  for (std::int64_t row = 0; row < 1000; ++row) {
    classes.add(row, row % 10 == 0 ? "rare" : row % 3 == 0 ? "" : "common");
  }
  const Split split = classes.split();
  EXPECT_EQ(split.train.size() + split.test.size(), 1000u);
  EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
  EXPECT_TRUE(std::is_sorted(split.test.begin(), split.test.end()));
  const auto rare = [](std::int64_t row) { return row % 10 == 0; };
  const auto without = [](std::int64_t row) { return row % 10 != 0 && row % 3 == 0; };
  EXPECT_EQ(std::count_if(split.test.begin(), split.test.end(), rare), 20);
  // 300 of the 900 others have no class.
  EXPECT_EQ(std::count_if(split.test.begin(), split.test.end(), without), 60);
  EXPECT_EQ(split.test.size(), 200u);
}

TEST(Split, StratifiedDoesNotDependOnTheOrderOfRows) {
  StratifiedSplit there({0.3, 9}), back({0.3, 9});
  for (std::int64_t row = 0; row < 50; ++row) there.add(row, row % 2 == 0 ? "a" : "b");
  for (std::int64_t row = 49; row >= 0; --row) back.add(row, row % 2 == 0 ? "a" : "b");
  EXPECT_EQ(there.split().test, back.split().test);
}

TEST(Split, AsJson) {
  EXPECT_EQ(to_json(Split{{0, 2}, {1}}), R"({"train":[0,2],"test":[1]})");
  EXPECT_EQ(to_json(Split{}), R"({"train":[],"test":[]})");
}

}  // namespace
}  // namespace tally
