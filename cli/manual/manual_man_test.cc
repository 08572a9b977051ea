// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/manual/manual.h"
#include "cli/manual/manual_testing.h"

namespace tally::cli {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Man, ThePageOfAVerb) {
  const std::string page = man_page(example_commands()[0]);
  EXPECT_EQ(page.rfind(".TH TALLY-FIT 1 ", 0), 0U);
  EXPECT_TRUE(has(page, ".SH NAME\ntally\\-fit \\- count: a table\n"));
  EXPECT_TRUE(has(page, ".SH OPTIONS\n.TP\n\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIMODEL\\fR\n"));
  EXPECT_TRUE(has(page, ".SS What\n.TP\n\\fB\\-\\-ignore\\fR \\fICOLUMNS\\fR\nit\\(aqs a,b|c"));
  EXPECT_TRUE(has(page, ".SH EXAMPLE\n.nf\ntally fit a.csv \\-o m\n.fi\n"));
}

TEST(Man, CharactersBeyondAsciiAndLinesThatLookLikeRequests) {
  const std::string page = man_page(example_commands()[1]);
  EXPECT_TRUE(has(page, "the \\[u03BB] model"));
  EXPECT_TRUE(has(page, "\n\\&.hidden\n"));
  for (const char c : page) EXPECT_GT(c, 0);
}

TEST(Man, ThePageOfTheProgramNamesTheOthers) {
  const std::string page = man_page(example_commands());
  EXPECT_TRUE(has(page, ".BR tally\\-fit (1),\n.BR tally\\-show (1),\n.BR tally\\-help (1)\n"));
  EXPECT_TRUE(has(page, ".SH EXIT STATUS\n.TP\n\\fB0\\fR\ndone\n"));
}

}  // namespace
}  // namespace tally::cli
