// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/row_classes.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(KnownClasses, LieWhereTheyAre) {
  const std::vector<std::int32_t> codes{3, -1, 0, 7};
  const KnownClasses classes(codes);
  std::vector<std::int32_t> room;
  const auto some = classes.of(1, 3, room);
  EXPECT_EQ(std::vector<std::int32_t>(some.begin(), some.end()),
            (std::vector<std::int32_t>{-1, 0}));
  EXPECT_EQ(some.data(), codes.data() + 1);
  EXPECT_TRUE(classes.of(4, 4, room).empty());
}

}  // namespace
}  // namespace tally
