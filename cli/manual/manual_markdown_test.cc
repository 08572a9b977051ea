// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/manual/manual.h"
#include "cli/manual/manual_testing.h"

namespace tally::cli {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) {
    ++times;
  }
  return times;
}

TEST(Markdown, EveryVerbHasItsSection) {
  const std::string text = markdown(example_commands());
  EXPECT_EQ(count(text, "| [tally fit](#tally-fit) | count: a table |\n"), 1U);
  EXPECT_EQ(count(text,
                  "## tally fit\n\nCounts.\n\n```sh\ntally fit [OPTION…] DATA…\n\ntally fit "
                  "a.csv -o m\n```\n"),
            1U);
  EXPECT_EQ(count(text, "| `-o, --output MODEL` | where it goes |\n"), 1U);
}

TEST(Markdown, AGroupOfSeveralVerbsStandsOnce) {
  const std::string text = markdown(example_commands());
  EXPECT_EQ(count(text, "`--estimate METHOD`"), 1U);
  EXPECT_EQ(count(text, "And the options of: [How](#how).\n"), 2U);
  EXPECT_EQ(count(text, "\n## How\n"), 1U);
  EXPECT_EQ(count(text, "\nWhat:\n"), 1U);
}

TEST(Markdown, WhatMarkdownWouldReadIsEscaped) {
  const std::string text = markdown(example_commands());
  EXPECT_EQ(count(text, "ml: \\<plain>, map"), 1U);
  EXPECT_EQ(count(text, "it's a,b\\|c; may be given several times |"), 1U);
}

}  // namespace
}  // namespace tally::cli
