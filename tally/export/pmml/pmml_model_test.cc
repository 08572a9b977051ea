// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(ToPmml, HasFieldsOutputsAndTheRowsToTry) {
  Sheet sheet = odd_sheet();
  sheet.missing = {"n/a"};
  const std::string text =
      to_pmml(sheet, {"{\"lambda\":1}", "1", {{{{"int", "3"}}, {0.25, 0.75}}}});
  EXPECT_TRUE(has(text, "<Extension name=\"question\" value=\"{&quot;lambda&quot;:1}\"/>"));
  EXPECT_TRUE(has(text, "<DataField name=\"int\" optype=\"continuous\" dataType=\"double\"/>"));
  EXPECT_TRUE(has(text, "<Value value=\"n/a\" property=\"missing\"/>"));
  EXPECT_TRUE(has(text, "<OutputField name=\"p(q)\" optype=\"continuous\" dataType=\"double\""));
  EXPECT_TRUE(has(text, "<row>\n     <x2>3</x2>\n     <p0>0.25</p0>\n     <p1>0.75</p1>"));
}

TEST(ToPmml, IsNaiveBayesWhereItCanBeAndScoresElsewhere) {
  const SheetHead head{"{}", "1", {}};
  const std::string bayes =
      to_pmml(sheet_with(SheetBins{"x", 0, {1}, {-1, -1, -2, -2}}, "x"), head);
  EXPECT_TRUE(has(bayes, "<BayesInput fieldName=\"tally_line_0\">"));
  EXPECT_FALSE(has(bayes, "RegressionModel"));
  const std::string scores = to_pmml(sheet_with(SheetRate{"x", "", {1, 2}}, "x"), head);
  EXPECT_TRUE(has(scores, "normalizationMethod=\"softmax\""));
  EXPECT_FALSE(has(scores, "NaiveBayesModel"));
}

TEST(ToPmml, RefusesTexts) {
  EXPECT_TRUE(has(refusal_of([] { to_pmml(text_sheet(), {"{}", "1", {}}); }), "exported to PMML"));
}

TEST(ToPmml, RefusesTheRuleWeighted) {
  const Sheet sheet = weighted(sheet_with(SheetBins{"x", 0, {1}, {1, 1, 1, 1}}, "x"), 0.5);
  EXPECT_TRUE(has(refusal_of([&] { to_pmml(sheet, {"{}", "1", {}}); }), "ask the rule naive"));
}

// A field of times is one of seconds, and so are the rows that an evaluator verifies.
TEST(ToPmml, WritesTimesToTryAsSeconds) {
  const Sheet sheet = sheet_with(SheetNormal{"at", {0, 1}, {1, 2}}, "at", ValueType::kTime);
  const std::string text = to_pmml(sheet, {"{}", "1", {{{{"at", "1970-01-02"}}, {0.25, 0.75}}}});
  EXPECT_TRUE(has(text, "<x0>86400</x0>"));
}

}  // namespace
}  // namespace tally
