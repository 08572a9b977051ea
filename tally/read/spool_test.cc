// SPDX-License-Identifier: Apache-2.0
#include "tally/read/spool.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

TEST(Spool, TheCopyIsReadAgainAndLeavesNothingBehind) {
  const TestFolder folder;
  setenv("TMPDIR", folder.path().c_str(), 1);
  const std::string text(300000, 'z');
  StringSource source(text, 1000);
  const Spool spool(source);
  EXPECT_EQ(read_all(spool.path()), text);
  EXPECT_EQ(read_all(spool.path()), text);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  setenv("TMPDIR", (folder.path() + "/none").c_str(), 1);
  EXPECT_TRUE(error_of([&] { Spool{source}; }));
  unsetenv("TMPDIR");
}

}  // namespace
}  // namespace tally
