// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/manual/manual.h"
#include "cli/manual/manual_testing.h"

// The shells themselves are asked in tests/flow/friendly.test; here is what they are told.
namespace tally::cli {
namespace {

bool has(const std::string& part) {
  return fish_completion(example_commands()).find(part) != std::string::npos;
}

TEST(FishCompletion, Verbs) {
  EXPECT_TRUE(has("complete -c tally -n __fish_use_subcommand -a fit -d 'count: a table'\n"));
  EXPECT_TRUE(has("'__fish_seen_subcommand_from help' -a 'fit show help'\n"));
}

TEST(FishCompletion, OptionsAndTheirValues) {
  EXPECT_TRUE(has("from fit' -s o -l output -r -F -d 'where it goes'\n"));
  EXPECT_TRUE(has("from fit' -l ignore -x -d 'it\\'s a,b|c'\n"));
  EXPECT_TRUE(has("from show' -l estimate -x -a 'ml map' -d"));
  EXPECT_TRUE(has("from show' -l json -d 'as [JSON]'\n"));
}

}  // namespace
}  // namespace tally::cli
