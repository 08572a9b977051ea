// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sql/sql_texts.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(SqlTexts, AreThreeTablesOfTheSession) {
  const std::string text = sql_texts_of_model(sheet_of_texts(), SqlDialect::kDuckdb);
  EXPECT_TRUE(has(
      text, "INSERT INTO temp.tally_terms VALUES\n(0, 'ant', 0, 1, -1),\n(0, 'zoo''s', 1, 0, 0)"));
  EXPECT_TRUE(has(text, "INSERT INTO temp.tally_leanings VALUES\n(0, 0, 0, 0.5e0, 1.5e0, 2.5e0)"));
  EXPECT_TRUE(has(text, "INSERT INTO temp.tally_corrections VALUES\n(0, 0, 0, 0.5e0);"));
}

TEST(SqlTexts, OfTwoClassesSayHalfForTheOneAndHalfAgainst) {
  const Sheet sheet = sheet_of_texts();
  EXPECT_EQ(sql_texts_said(sheet, SqlDialect::kSqlite, 0), "(-0.5e0) * tally_told_0");
  EXPECT_EQ(sql_texts_said(sheet, SqlDialect::kSqlite, 1), "0.5e0 * tally_told_0");
}

TEST(SqlTexts, NeedAKeyAndTakeTheirTermsFromTheTableThatIsNamed) {
  const Sheet sheet = sheet_of_texts();
  EXPECT_TRUE(has(refusal_of([&] { to_sql(sheet, {"{}", "1", {}}, {}); }), "by a key"));
  const std::string text =
      to_sql(sheet, {"{}", "1", {}}, {SqlDialect::kSqlite, "data", {"id"}, "words"});
  EXPECT_TRUE(has(text, "FROM \"words\" AS said LEFT JOIN temp.tally_terms"));
  EXPECT_TRUE(has(text, "WHERE said.\"column\" IN ('t', 't.pair')"));
  EXPECT_TRUE(has(text, "ON tally_seen.tally_row = tally_data.\"id\""));
}

TEST(SqlTexts, AreNothingWithoutTexts) {
  EXPECT_EQ(sql_texts_of_model(odd_sheet(), SqlDialect::kSqlite), "");
  EXPECT_EQ(sql_heard_texts(odd_sheet(), SqlDialect::kSqlite, "terms"), "");
  EXPECT_EQ(sql_told_names(odd_sheet()), "");
}

}  // namespace
}  // namespace tally
