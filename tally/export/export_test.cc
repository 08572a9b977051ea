// SPDX-License-Identifier: Apache-2.0
// The shape of what is exported; that its answers are right is seen where it is run (tests/python/test_export.py).
#include "tally/export.h"

#include <gtest/gtest.h>

#include "tally/count.h"

namespace tally {
namespace {

Counts counted() {
  Counts counts(validated(
      {{feature("int", Family::kGaussian), feature("a*/b", Family::kCategorical, ValueType::kText),
        feature("a__b", Family::kCategorical, ValueType::kText), target_column("class")},
       {},
       {}}));
  counts.add(BatchBuilder()
                 .numbers("int", {1, 2, 4, 5, 7})
                 .texts("a*/b", {"x", "y'", "x", "\"\?\?/", "x"})
                 .texts("a__b", {"u", "u", "v", "v", "u"})
                 .texts("class", {"p", "q", "p", "q", "q"})
                 .batch());
  return counts;
}

Sheet sheet(const Question& question = {}) {
  const Counts counts = counted();
  return sheet_of(estimate(counts, question), counts);
}

TEST(Sheet, HasALineForEachColumnAndItsInputs) {
  const Sheet found = sheet();
  EXPECT_EQ(found.rule, "naive");
  EXPECT_EQ(found.target, "class");
  ASSERT_EQ(found.lines.size(), 3U);
  ASSERT_EQ(found.inputs.size(), 3U);
  EXPECT_EQ(found.inputs[0].name, "a*/b");
  EXPECT_EQ(found.inputs[2].type, ValueType::kNumber);
  EXPECT_NEAR(std::exp(found.start[0]), (2 + 1) / (5 + 2.0), 1e-12);  // Laplace's prior of p
}

TEST(Sheet, RefusesWhatIsImpossible) {
  Question question;
  question.lambda = 0;
  try {
    sheet(question);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("impossible in a class"), std::string::npos);
  }
}

TEST(RowsToCheck, HaveNoCellTheFirstAndTheLastOfEachAndUnseenOnes) {
  const std::vector<CellTexts> rows = rows_to_check(sheet());
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_TRUE(rows[0].empty());
  EXPECT_EQ(rows[1][1], (std::pair<std::string, std::string>("a__b", "u")));
  EXPECT_EQ(rows[2][1], (std::pair<std::string, std::string>("a__b", "v")));
  EXPECT_EQ(rows[3][1], (std::pair<std::string, std::string>("a__b", "never seen")));
}

// Columns may be called like words of C, like each other once they are names, or like the end of a comment.
TEST(ToC, GivesEveryColumnANameOfItsOwn) {
  const std::string text = to_c(sheet(), {"{}", "1", {}}, "m");
  EXPECT_NE(text.find("double x_int;"), std::string::npos);
  EXPECT_NE(text.find("const char *x_a__b; /* a* /b */"), std::string::npos);
  EXPECT_NE(text.find("const char *a__b; /* a__b */"), std::string::npos);
  EXPECT_NE(text.find("\\042\\077\\077/"), std::string::npos);  // no trigraph
  EXPECT_THROW(to_c(sheet(), {"{}", "1", {}}, "two words"), Error);
  EXPECT_THROW(to_c(sheet(), {"{}", "1", {}}, ""), Error);
}

TEST(ToSql, QuotesNamesAndTextsAndKeepsCommentsInALine) {
  const SheetHead head{"{}", "1\nDROP TABLE x", {{{{"a*/b", "z\nSELECT"}}, {0.5, 0.5}}}};
  const std::string text =
      to_sql(sheet(), head, {SqlDialect::kSqlite, "my \"table\"", {"a key"}, "terms"});
  EXPECT_NE(text.find("\"my \"\"table\"\"\""), std::string::npos);
  EXPECT_NE(text.find("'y'''"), std::string::npos);
  EXPECT_NE(text.find("SELECT \"a key\", CASE"), std::string::npos);
  EXPECT_EQ(text.find("\nDROP"), std::string::npos);
  EXPECT_EQ(text.find("\nSELECT\""), std::string::npos);
}

TEST(ToSql, KnowsItsDialects) {
  EXPECT_EQ(parse_sql_dialect("duckdb"), SqlDialect::kDuckdb);
  EXPECT_EQ(parse_sql_dialect("oracle"), std::nullopt);
}

}  // namespace
}  // namespace tally
