// SPDX-License-Identifier: Apache-2.0
#include "tally/export/sql/sql_dialect.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(SqlDialect, IsKnownByItsName) {
  EXPECT_EQ(parse_sql_dialect("duckdb"), SqlDialect::kDuckdb);
  EXPECT_EQ(parse_sql_dialect("oracle"), std::nullopt);
}

TEST(SqlDialect, QuotesNamesAndTexts) {
  EXPECT_EQ(sql_name("my \"table\""), "\"my \"\"table\"\"\"");
  EXPECT_EQ(sql_text("it's"), "'it''s'");
  EXPECT_EQ(in_a_line("a\nDROP TABLE b"), "a DROP TABLE b");
}

TEST(SqlDialect, WritesNumbersThatAreNoDecimals) {
  EXPECT_EQ(sql_number(SqlDialect::kSqlite, -0.5), "(-0.5e0)");
  EXPECT_EQ(sql_number(SqlDialect::kDuckdb, 1e-9), "1e-09");
  EXPECT_EQ(sql_number(SqlDialect::kPostgresql, 2), "'2'::float8");
}

// An expression of SQLite may be a thousand levels deep; a + b + c … is as deep as it is long.
TEST(SqlDialect, SumsByFifties) {
  EXPECT_EQ(sql_sum({"a", "b"}), "(a + b)");
  const std::string sum = sql_sum(std::vector<std::string>(5000, "x"));
  std::size_t deepest = 0, depth = 0, longest = 0, length = 0;
  for (const char c : sum) {
    if (c == '(') deepest = std::max(deepest, ++depth), length = 0;
    if (c == ')') --depth;
    if (c == 'x') longest = std::max(longest, ++length);
  }
  EXPECT_EQ(deepest, 3U);
  EXPECT_EQ(longest, 50U);
  EXPECT_EQ(std::count(sum.begin(), sum.end(), 'x'), 5000);
}

}  // namespace
}  // namespace tally
