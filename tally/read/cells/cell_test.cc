// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/cell.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(Cell, TrimmedDropsSpacesAndTabsOnly) {
  EXPECT_EQ(trimmed(" \t a b\t "), "a b");
  EXPECT_EQ(trimmed(" \r\n"), "\r\n");
  EXPECT_EQ(trimmed("  "), "");
}

}  // namespace
}  // namespace tally
