// SPDX-License-Identifier: Apache-2.0
#include "tally/export/pmml/pmml_scores.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

struct Written {
  std::string fields, tables;
};

Written written(const Sheet& sheet) {
  XmlText fields, tables;
  write_score_tables(sheet, write_score_fields(sheet, fields), tables);
  return {fields.text(), tables.text()};
}

TEST(PmmlScores, AreForWhatNaiveBayesModelCannotSay) {
  EXPECT_TRUE(needs_scores(SheetCounts{{"x"}, {1, 2}}));
  EXPECT_TRUE(needs_scores(SheetRate{"x", "", {1, 2}}));
  EXPECT_TRUE(needs_scores(SheetStudent{"x", {1, 1}, {0, 0}, {1, 1}, {0, 0}}));
  EXPECT_TRUE(needs_scores(SheetNormal{"x", {0, 0}, {1, 1}}));
  EXPECT_FALSE(needs_scores(SheetBins{"x", 0, {1}, {1, 1, 1, 1}}));
}

TEST(PmmlScores, MultiplyCountsOfWhichAMissingOneIsNone) {
  const auto [fields, tables] = written(sheet_with(SheetCounts{{"x"}, {-1.5, -2.5}}, "x"));
  EXPECT_TRUE(has(fields, "<FieldRef field=\"x\" mapMissingTo=\"0\"/>"));
  EXPECT_TRUE(has(tables,
                  "<RegressionTable intercept=\"-0.5\" targetCategory=\"no\">\n "
                  "<NumericPredictor name=\"tally_line_0_0\" coefficient=\"-1.5\"/>"));
  EXPECT_TRUE(has(tables,
                  "<RegressionTable intercept=\"-1\" targetCategory=\"yes\">\n "
                  "<NumericPredictor name=\"tally_line_0_0\" coefficient=\"-2.5\"/>"));
}

TEST(PmmlScores, HaveAFieldForEachClassOfALaw) {
  const auto [fields, tables] = written(sheet_with(SheetRate{"x", "e", {1, 2}}, "x"));
  EXPECT_TRUE(has(fields, "<DerivedField name=\"tally_line_0_1\" optype=\"continuous\""));
  EXPECT_TRUE(has(fields, "<Apply function=\"-\" mapMissingTo=\"0\">"));
  EXPECT_TRUE(has(fields, "<Constant dataType=\"double\">" + shortest(std::log(2.0))));
  EXPECT_TRUE(has(tables, "name=\"tally_line_0_1\" coefficient=\"1\"/>"));
}

TEST(PmmlScores, AskFirstWhetherANumberIsThere) {
  const std::string fields = written(sheet_with(SheetNormal{"x", {3, 1}, {1, 2}}, "x")).fields;
  EXPECT_TRUE(has(fields,
                  " <Apply function=\"if\">\n  <Apply function=\"isMissing\">\n   <FieldRef "
                  "field=\"x\"/>\n  </Apply>\n  <Constant dataType=\"double\">0</Constant>"));
}

TEST(PmmlScores, SayWhatAValueSaysOfEachClass) {
  const SheetValues table{"x", {Label::of("a")}, {-1, -2}, {-3, -4}};
  const std::string fields = written(sheet_with(table, "x", ValueType::kText)).fields;
  EXPECT_TRUE(has(fields, "<to>-1</to>"));
  EXPECT_TRUE(has(fields, "<to>-2</to>"));
  EXPECT_TRUE(has(fields, "defaultValue=\"-4\""));
}

}  // namespace
}  // namespace tally
