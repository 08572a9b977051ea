// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/class_split.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

using Owners = std::vector<std::int32_t>;

TEST(SplitClasses, GivesEachWorkerAboutTheSame) {
  EXPECT_EQ(split_classes(std::vector<std::int64_t>{5, 5}, 2), (Owners{0, 1}));
  EXPECT_EQ(split_classes(std::vector<std::int64_t>{1, 9, 2, 0, 6}, 2), (Owners{1, 0, 1, 0, 1}));
  EXPECT_EQ(split_classes(std::vector<std::int64_t>{7}, 1), (Owners{0}));
}

TEST(SplitClasses, GivesUpWhereOneWouldHaveTooMuch) {
  EXPECT_EQ(split_classes(std::vector<std::int64_t>{60, 40}, 2), (Owners{0, 1}));
  EXPECT_TRUE(split_classes(std::vector<std::int64_t>{61, 39}, 2).empty());
  EXPECT_TRUE(split_classes(std::vector<std::int64_t>{7}, 2).empty());
  EXPECT_TRUE(split_classes({}, 2).empty());
}

TEST(SplitClasses, NothingIsEven) {
  EXPECT_EQ(split_classes(std::vector<std::int64_t>{0, 0}, 2).size(), 2u);
}

}  // namespace
}  // namespace tally
