// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/told_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/schema.h"

namespace tally {
namespace {

Schema schema() {
  Schema out;
  out.missing = {"?"};
  out.columns = {feature("age", Family::kGaussian),
                 feature("free", Family::kMultinomial),
                 feature("now", Family::kMultinomial),
                 column_with_role("w", Role::kWeight, ValueType::kNumber),
                 feature("x", Family::kCategorical, ValueType::kText),
                 target_column("y")};
  return validated(out);
}

double number(const Batch& batch, const char* name, std::int64_t row) {
  return std::get<Numbers>(*batch.find(name)).at(row);
}

std::string said(const std::vector<CellTexts>& rows, ToldTruth truth) {
  try {
    told_rows(schema(), rows, truth);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "nothing";
}

TEST(ToldRows, AreColumnsOfAllRows) {
  const std::vector<CellTexts> rows{
      {{"age", "31.5"}, {"x", "S"}, {"y", "a"}, {"w", "2"}}, {{"x", "?"}, {"free", "3"}}, {}};
  const Batch batch = told_rows(schema(), rows, ToldTruth::kTaken);
  EXPECT_EQ(batch.rows, 3);
  EXPECT_EQ(number(batch, "age", 0), 31.5);
  EXPECT_TRUE(std::isnan(number(batch, "age", 1)));
  EXPECT_EQ(cell_label(*batch.find("x"), 0), Label::of("S"));
  EXPECT_EQ(cell_label(*batch.find("x"), 1), std::nullopt);
  EXPECT_EQ(cell_label(*batch.find("y"), 0), Label::of("a"));
  EXPECT_EQ(cell_label(*batch.find("y"), 2), std::nullopt);
  EXPECT_EQ(number(batch, "w", 0), 2);
  EXPECT_EQ(number(batch, "w", 1), 1);
  // A group is named in one row and in no other.
  EXPECT_EQ(number(batch, "now", 1), 0);
  EXPECT_TRUE(std::isnan(number(batch, "now", 0)));
}

TEST(ToldRows, OfOneRowAreThatRow) {
  const CellTexts row{{"age", "31.5"}, {"now", "3"}};
  const Batch one = one_row(schema(), row);
  const Batch several = told_rows(schema(), std::vector<CellTexts>{{}, row}, ToldTruth::kRefused);
  ASSERT_EQ(one.columns.size(), several.columns.size());
  for (const NamedColumn& column : one.columns) {
    EXPECT_EQ(cell_label(column.values, 0), cell_label(*several.find(column.name), 1));
  }
}

TEST(ToldRows, HaveTheTruthOnlyWhereItIsTaken) {
  const std::vector<CellTexts> rows{{{"age", "1"}, {"y", "a"}, {"w", "never a number"}}};
  const Batch batch = told_rows(schema(), rows, ToldTruth::kIgnored);
  EXPECT_EQ(batch.find("y"), nullptr);
  EXPECT_EQ(batch.find("w"), nullptr);
  EXPECT_EQ(said(rows, ToldTruth::kRefused), "the model has no feature 'y'");
  EXPECT_EQ(said(rows, ToldTruth::kTaken), "column 'w' holds numbers; 'never a number' is none");
}

TEST(ToldRows, AreRefusedWithTheirNumber) {
  const auto second = [](const CellTexts& row) { return std::vector<CellTexts>{{}, row}; };
  EXPECT_EQ(said(second({{"age", "old"}}), ToldTruth::kIgnored),
            "row 1: column 'age' holds numbers; 'old' is none");
  EXPECT_EQ(said(second({{"agee", "1"}}), ToldTruth::kIgnored),
            "row 1: the model has no feature 'agee' (did you mean 'age'?)");
  EXPECT_EQ(said(second({{"age", "1"}, {"age", "1"}}), ToldTruth::kIgnored),
            "row 1: column 'age' is there twice");
  EXPECT_EQ(said(second({{"x", "\xff"}}), ToldTruth::kIgnored),
            "row 1: the text '\\xff' is not valid UTF-8");
}

TEST(ToldRows, MayBeNone) { EXPECT_EQ(told_rows(schema(), {}, ToldTruth::kTaken).rows, 0); }

}  // namespace
}  // namespace tally
