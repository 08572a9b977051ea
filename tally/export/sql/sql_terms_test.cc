// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sql/sql_terms.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(SqlTerms, AreATableOfTheSession) {
  const std::string text = sql_terms_of_model(text_sheet(), SqlDialect::kPostgresql);
  EXPECT_TRUE(has(text, "DROP TABLE IF EXISTS pg_temp.tally_terms;"));
  EXPECT_TRUE(has(text, "says_1 float8 NOT NULL"));
  EXPECT_TRUE(has(text, "(0, 'a''b', '-1'::float8, '-2'::float8),\n(0, 'c',"));
}

TEST(SqlTerms, AreInsertedByFiveHundreds) {
  SheetTerms terms{"x", {}, {}, {0, 0}, false};
  for (int i = 0; i < 1001; ++i) {
    terms.terms.push_back(std::to_string(i));
    terms.says.insert(terms.says.end(), {0.5, 0.25});
  }
  const std::string text =
      sql_terms_of_model(sheet_with(terms, "x", ValueType::kText), SqlDialect::kSqlite);
  std::size_t inserts = 0;
  for (std::size_t at = text.find("INSERT"); at != std::string::npos;
       at = text.find("INSERT", at + 1))
    ++inserts;
  EXPECT_EQ(inserts, 3U);
}

TEST(SqlTerms, CountATermOnceWhereTheModelDoes) {
  Sheet sheet = text_sheet();
  EXPECT_TRUE(has(sql_heard_terms(sheet, SqlDialect::kDuckdb, "t"),
                  "sum(cast(said.\"count\" AS double) * model.says_0)"));
  std::get<SheetTerms>(sheet.lines[0].table).once = true;
  EXPECT_TRUE(has(sql_heard_terms(sheet, SqlDialect::kDuckdb, "t"), "sum(model.says_0)"));
}

TEST(SqlTerms, AreNothingWithoutTexts) {
  EXPECT_FALSE(has_texts(odd_sheet()));
  EXPECT_EQ(sql_terms_of_model(odd_sheet(), SqlDialect::kSqlite), "");
  EXPECT_EQ(sql_rows(odd_sheet(), "data", ""), "\"data\"");
}

}  // namespace
}  // namespace tally
