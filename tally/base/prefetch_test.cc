// SPDX-License-Identifier: Apache-2.0
#include "tally/base/prefetch.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(Prefetch, TakesAnyAddressAndChangesNothing) {
  int number = 7;
  prefetch_line(&number);
  prefetch_line(nullptr);
  prefetch_line(&number, 1 << 30);
  prefetch_line(&number + (1 << 30));
  EXPECT_EQ(number, 7);
}

}  // namespace
}  // namespace tally
