// SPDX-License-Identifier: Apache-2.0
#include "cli/print/csv_text.h"

#include <gtest/gtest.h>

namespace tally::cli {
namespace {

TEST(CsvText, QuotesWhatWouldNotReadBack) {
  EXPECT_EQ(csv_text("plain"), "plain");
  EXPECT_EQ(csv_text(""), "");
  EXPECT_EQ(csv_text("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_text("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(csv_text("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_text(" space"), "\" space\"");
  EXPECT_EQ(csv_text("tab\t"), "\"tab\t\"");
}

TEST(CsvText, Lines) {
  EXPECT_EQ(csv_line({"a", "", "b,c"}), "a,,\"b,c\"\n");
  EXPECT_EQ(csv_line({"", ""}), ",\n");
  EXPECT_EQ(csv_line({""}), "\"\"\n");
}

}  // namespace
}  // namespace tally::cli
