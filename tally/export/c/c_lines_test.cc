// SPDX-License-Identifier: Apache-2.0
#include "tally/export/c/c_lines.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

const std::map<std::string, std::string> kFields{{"x", "x"}};
const std::string kName = "m";

TEST(CLines, SortTextsForASearchByHalvesAndTakeWhatTheySayAlong) {
  const SheetValues values{"x", {Label::of("b"), Label::of("a")}, {1, 2, 3, 4}, {5, 6}};
  const Sheet sheet = sheet_with(values, "x", ValueType::kText);
  CLines lines(sheet, kName, kFields);
  const std::string said = lines.said(sheet.lines[0]);
  EXPECT_TRUE(
      has(said, "row->x == NULL ? NULL : m_text(row->x, m_values2, 2, m_table2, m_table1)"));
  EXPECT_TRUE(has(lines.tables(), "m_values2[2] = {\"a\", \"b\"}"));
  EXPECT_TRUE(has(lines.tables(), "m_table2[4] = {\n  3.0, 4.0, 1.0, 2.0,"));
}

TEST(CLines, TellMissingTruthsFromFalseOnes) {
  const SheetValues values{"x", {Label::of(false), Label::of(true)}, {1, 2, 3, 4}, {5, 6}};
  const Sheet sheet = sheet_with(values, "x", ValueType::kBoolean);
  const std::string said = CLines(sheet, kName, kFields).said(sheet.lines[0]);
  EXPECT_TRUE(has(said, "row->x < 0 ? NULL"));
  EXPECT_TRUE(has(said, "if (row->x == 1) m_say(m_table2 + 2, said)"));
}

TEST(CLines, TakeTheOriginOffBeforeTheyLookForABin) {
  const Sheet sheet = sheet_with(SheetBins{"x", 2000, {1, 5}, {1, 2, 3, 4, 5, 6}}, "x");
  const std::string said = CLines(sheet, kName, kFields).said(sheet.lines[0]);
  EXPECT_TRUE(has(said, "m_bin(row->x - 2000.0, m_table2, 2, m_table1)"));
}

}  // namespace
}  // namespace tally
