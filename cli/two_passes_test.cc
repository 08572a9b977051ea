// SPDX-License-Identifier: Apache-2.0
#include "cli/two_passes.h"

#include <gtest/gtest.h>

#include "tally/error.h"

namespace tally::cli {
namespace {

TEST(TwoPasses, OnlyStandardInputIsRefused) {
  check_can_read_twice({"a.csv", "./-"}, "sweep");
  check_can_read_twice({}, "sweep");
  EXPECT_THROW(check_can_read_twice({"a.csv", "-"}, "sweep"), Error);
}

}  // namespace
}  // namespace tally::cli
