// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/text_table.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(TextTable, WidthsAreThoseOfATerminal) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("色泽"), 4u);
  EXPECT_EQ(display_width("λ = 1"), 5u);
  EXPECT_EQ(display_width("e\xCC\x81"), 1u);  // e and a combining accent
  EXPECT_EQ(display_width(""), 0u);
}

TEST(TextTable, ColumnsLineUp) {
  EXPECT_EQ(text_table({{"value", "n", "p"}, {"是", "12", "0.25"}, {"x", "3"}}),
            "  value   n     p\n"
            "  是     12  0.25\n"
            "  x       3\n");
  EXPECT_EQ(text_table({}), "");
  EXPECT_EQ(text_table({{""}}), "\n");
}

TEST(TextTable, AWideTableIsCutIntoGroupsOfColumns) {
  const std::vector<std::vector<std::string>> rows{{"truth", "a", "是", "ccc"},
                                                   {"x", "1", "22", "3"}};
  EXPECT_EQ(text_table_within(rows, 19), text_table(rows));
  EXPECT_EQ(text_table_within(rows, 18),
            "  truth  a  是\n"
            "  x      1  22\n"
            "\n"
            "  truth  ccc\n"
            "  x        3\n");
  // There is always one column beside the first, however narrow the terminal.
  EXPECT_EQ(text_table_within({{"t", "aa", "b"}}, 1), "  t  aa\n\n  t  b\n");
  EXPECT_EQ(text_table_within({{"t"}}, 1), "  t\n");
}

TEST(TextTable, NotesStandBehindTheRows) {
  EXPECT_EQ(text_table({{"part", "n"}, {"a", "12"}, {"b", "3"}}, {"", "why", "because"}),
            "  part   n\n"
            "  a     12  why\n"
            "  b      3  because\n");
}

TEST(TextTable, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(text_table({{"a\nb", "c"}, {"\x1b[31m", "\u202e"}}, {"no\nte", ""}),
            "  a\\x0ab               c  no\\x0ate\n"
            "  \\x1b[31m  \\xe2\\x80\\xae\n");
}

}  // namespace
}  // namespace tally
