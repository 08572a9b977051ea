// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(ToSql, QuotesNamesAndTextsAndKeepsCommentsInALine) {
  const SheetHead head{"{}", "1\nDROP TABLE x", {{{{"a*/b", "z\nSELECT"}}, {0.5, 0.5}}}};
  const std::string text =
      to_sql(odd_sheet(), head, {SqlDialect::kSqlite, "my \"table\"", {"a key"}, "terms"});
  EXPECT_TRUE(has(text, "\"my \"\"table\"\"\""));
  EXPECT_TRUE(has(text, "'y'''"));
  EXPECT_TRUE(has(text, "SELECT \"a key\", CASE"));
  EXPECT_FALSE(has(text, "\nDROP"));
  EXPECT_FALSE(has(text, "\nSELECT\""));
}

// `*` would not have it.
TEST(ToSql, HandsTheRowidOfSqliteThroughUnderWeighted) {
  const Sheet sheet = weighted(sheet_with(SheetNormal{"x", {0, 1}, {1, 2}}, "x"), 0.5);
  const std::string text =
      to_sql(sheet, {"{}", "1", {}}, {SqlDialect::kSqlite, "data", {"rowid"}, "terms"});
  EXPECT_TRUE(has(text, "SELECT \"rowid\" AS \"rowid\", \"x\" AS \"x\",\n    ("));
}

TEST(ToSql, NeedsAKeyForTexts) {
  EXPECT_TRUE(has(refusal_of([] { to_sql(text_sheet(), {"{}", "1", {}}, {}); }), "by a key"));
  const std::string text =
      to_sql(text_sheet(), {"{}", "1", {}}, {SqlDialect::kDuckdb, "data", {"id"}, "words"});
  EXPECT_TRUE(has(text, "FROM \"words\" AS said"));
  EXPECT_TRUE(has(text, "tally_heard_0.tally_row = tally_data.\"id\""));
}

TEST(ToSql, RefusesMoreNumbersThanADatabaseHasColumns) {
  Sheet sheet = weighted(sheet_with(SheetNormal{"x", {0, 1}, {1, 2}}, "x"), 0.5);
  sheet.lines.assign(800, sheet.lines[0]);
  const SheetHead head{"{}", "1", {}};
  EXPECT_TRUE(has(refusal_of([&] {
                    to_sql(sheet, head, {SqlDialect::kPostgresql, "data", {}, "t"});
                  }),
                  "1600 numbers"));
  EXPECT_EQ(refusal_of([&] { to_sql(sheet, head, {}); }), "");
  sheet.lines.assign(951, sheet.lines[0]);
  EXPECT_TRUE(has(refusal_of([&] { to_sql(sheet, head, {}); }), "1902 numbers"));
}

}  // namespace
}  // namespace tally
