// SPDX-License-Identifier: Apache-2.0
#include "cli/print/style.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

namespace tally::cli {
namespace {

TEST(Style, HeadingsFollowABlankLineAndAreNotIndented) {
  EXPECT_EQ(with_bold_headings("first\n\nPrior\n  P(y)\nmore\n\n  table\n\nDecision"),
            "first\n\n\033[1mPrior\033[0m\n  P(y)\nmore\n\n  table\n\n\033[1mDecision\033[0m");
  EXPECT_EQ(with_bold_headings("{\n  \"a\": 1\n}\n"), "{\n  \"a\": 1\n}\n");
  EXPECT_EQ(with_bold_headings("a\n\n\n"), "a\n\n\n");
  EXPECT_EQ(with_bold_headings(""), "");
}

TEST(Style, Red) { EXPECT_EQ(red("tally:"), "\033[1;31mtally:\033[0m"); }

// A terminal of our own.
class Terminal : public testing::Test {
 protected:
  void SetUp() override {
    master_ = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (master_ < 0 || ::grantpt(master_) != 0 || ::unlockpt(master_) != 0) {
      GTEST_SKIP() << "no pseudo-terminal";
    }
    terminal_ = ::open(::ptsname(master_), O_RDWR | O_NOCTTY);
    ASSERT_GE(terminal_, 0);
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "xterm", 1);
  }
  void TearDown() override {
    ::unsetenv("NO_COLOR");
    if (terminal_ >= 0) ::close(terminal_);
    if (master_ >= 0) ::close(master_);
  }

  int master_ = -1, terminal_ = -1;
};

TEST_F(Terminal, IsStyledUnlessItIsDumbOrColoursAreNotWanted) {
  EXPECT_TRUE(is_styled(terminal_));
  ::setenv("NO_COLOR", "", 1);
  EXPECT_TRUE(is_styled(terminal_));
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(is_styled(terminal_));
  ::unsetenv("NO_COLOR");
  ::setenv("TERM", "dumb", 1);
  EXPECT_FALSE(is_styled(terminal_));
}

TEST_F(Terminal, APipeIsNone) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_FALSE(is_styled(ends[1]));
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace tally::cli
