// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/manual/manual.h"
#include "cli/manual/manual_testing.h"

// The shells themselves are asked in tests/flow/friendly.test; here is what they are told.
namespace tally::cli {
namespace {

bool has(const std::string& part) {
  return bash_completion(example_commands()).find(part) != std::string::npos;
}

TEST(BashCompletion, Verbs) { EXPECT_TRUE(has("local verbs='fit show help'\n")); }

TEST(BashCompletion, OptionsAndTheirValues) {
  EXPECT_TRUE(has("words='--help -o --output --ignore --estimate'"));
  EXPECT_TRUE(has("--estimate) words='ml map' ;;"));
  EXPECT_TRUE(has("-o | --output) return ;;"));
  EXPECT_TRUE(has("--ignore) compopt +o default"));
}

}  // namespace
}  // namespace tally::cli
