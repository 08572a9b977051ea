// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/small_room.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();

TEST(SmallRoom, EndsWhereTheIntegersDo) {
  SmallRoom room;
  EXPECT_FALSE(room.make(kMost + 1));
  EXPECT_FALSE(room.make(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_EQ(room.most(), 0u);
  EXPECT_TRUE(room.make(kMost - 1));
  EXPECT_FALSE(room.make(2));
  EXPECT_FALSE(room.make(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_TRUE(room.make(1));
  EXPECT_EQ(room.most(), kMost);
  EXPECT_TRUE(room.make(0));
  EXPECT_FALSE(room.make(1));
}

TEST(SmallRoom, KnowsTheLargestOfThem) {
  SmallRoom room(7);
  room.include(9);
  room.include(8);
  EXPECT_EQ(room.most(), 9u);
  EXPECT_FALSE(room.make(kMost - 8));
  EXPECT_TRUE(room.make(kMost - 9));
}

}  // namespace
}  // namespace tally
