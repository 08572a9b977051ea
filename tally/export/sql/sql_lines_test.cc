// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sql/sql_lines.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(SqlLines, TakeMarksOfTextsForMissingAndOfAllCellsInSqlite) {
  Sheet sheet = sheet_with(SheetBins{"x", 0, {1}, {1, 2, 3, 4}}, "x");
  sheet.missing = {"n/a"};
  EXPECT_EQ(SqlLines(sheet, SqlDialect::kSqlite).cell("x"), "nullif(nullif(\"x\", ''), 'n/a')");
  EXPECT_EQ(SqlLines(sheet, SqlDialect::kDuckdb).cell("x"), "\"x\"");
  sheet.inputs[0].type = ValueType::kText;
  EXPECT_EQ(SqlLines(sheet, SqlDialect::kDuckdb).cell("x"), "nullif(nullif(\"x\", ''), 'n/a')");
}

TEST(SqlLines, SayWhatABinSaysAboutAClass) {
  const Sheet sheet = sheet_with(SheetBins{"x", 10, {1}, {1, 2, 3, 4}}, "x");
  EXPECT_EQ(
      SqlLines(sheet, SqlDialect::kDuckdb).said(0, 1),
      "CASE WHEN (cast(\"x\" AS double) - 10e0) IS NULL THEN NULL WHEN (cast(\"x\" AS double) "
      "- 10e0) <= 1e0 THEN 2e0 ELSE 4e0 END");
}

TEST(SqlLines, SayTheBaseOfATextThatHasNoKnownTerm) {
  const std::string said = SqlLines(text_sheet(), SqlDialect::kDuckdb).said(0, 1);
  EXPECT_EQ(said,
            "CASE WHEN nullif(\"it's\", '') IS NOT NULL THEN 0.25e0 + coalesce(tally_text_0_1, "
            "0e0) END");
}

}  // namespace
}  // namespace tally
