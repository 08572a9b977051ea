// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/manual/manual.h"
#include "cli/manual/manual_testing.h"

// The shells themselves are asked in tests/flow/friendly.test; here is what they are told.
namespace tally::cli {
namespace {

bool has(const std::string& part) {
  return zsh_completion(example_commands()).find(part) != std::string::npos;
}

TEST(ZshCompletion, Verbs) { EXPECT_TRUE(has("    fit':count: a table'\n")); }

TEST(ZshCompletion, OptionsAndTheirValues) {
  EXPECT_TRUE(has("'(-o --output)'{-o,--output}'[where it goes]:MODEL:_files'"));
  EXPECT_TRUE(has("'*'--ignore'[it'\\''s a,b|c]:COLUMNS:'"));
  EXPECT_TRUE(has("--estimate'[ml\\: <plain>, map]:METHOD:(ml map)'"));
  EXPECT_TRUE(has("--json'[as [JSON\\]]'"));
  EXPECT_TRUE(has("'*:DATA:_files' ;;"));
}

}  // namespace
}  // namespace tally::cli
