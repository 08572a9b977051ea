// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sheet_checks.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"
#include "tally/export/sheet_together.h"

namespace tally {
namespace {

using Cell = std::pair<std::string, std::string>;

TEST(RowsToCheck, HaveNoCellTheFirstAndTheLastOfEachAndUnseenOnes) {
  const std::vector<CellTexts> rows = rows_to_check(odd_sheet());
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_TRUE(rows[0].empty());
  EXPECT_EQ(rows[1][1], (Cell("a__b", "u")));
  EXPECT_EQ(rows[2][1], (Cell("a__b", "v")));
  EXPECT_EQ(rows[3][1], (Cell("a__b", "never seen")));
}

TEST(RowsToCheck, HaveTermsOfTexts) {
  const std::vector<CellTexts> rows = rows_to_check(text_sheet());
  EXPECT_EQ(rows[1][0], (Cell("it's", "a'b")));
  EXPECT_EQ(rows[2][0], (Cell("it's", "c")));
  EXPECT_EQ(rows[3][0], (Cell("it's", "never seen")));
}

TEST(RowsToCheck, HaveColumnsThatAreOnlyHeardTogether) {
  Sheet sheet = text_sheet();
  SheetTogether together;
  together.columns.resize(2);
  together.columns[0].grid = {"town", CellKind::kLabel, ValueType::kText, {}, {}, {}};
  together.columns[0].labels = {Label::of("Ulm"), Label::of("Bonn")};
  together.columns[1].grid = {"age", CellKind::kNumber, ValueType::kNumber, {}, {}, {30, 50}};
  together.scaled = {{"age", 40, 5}, {"size", 2, 0.5}};
  sheet.together = std::make_shared<SheetTogether>(together);
  const std::vector<CellTexts> rows = rows_to_check(sheet);
  EXPECT_EQ(rows[1], (CellTexts{{"age", "30"}, {"it's", "a'b"}, {"size", "2"}, {"town", "Ulm"}}));
  EXPECT_EQ(rows[2], (CellTexts{{"age", "50"}, {"it's", "c"}, {"size", "2.5"}, {"town", "Bonn"}}));
}

}  // namespace
}  // namespace tally
