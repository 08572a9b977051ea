// SPDX-License-Identifier: Apache-2.0
#include "tally/export/pmml/pmml_inputs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

std::string derived(const Sheet& sheet) {
  XmlText xml;
  write_derived_fields(sheet, xml);
  return xml.text();
}
std::string inputs(const Sheet& sheet) {
  XmlText xml;
  write_bayes_inputs(sheet, xml);
  return xml.text();
}

// The sum of what stands for counts of a class.
double sum_of(const std::string& text, const std::string& label) {
  const std::string mark = "value=\"" + label + "\" count=\"";
  double sum = 0;
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    sum += std::stod(text.substr(at + mark.size()));
  }
  return sum;
}

// Probabilities ½ and ¼ of no, ⅛ and ½ of yes; the rest makes both sums 2 · ¾.
TEST(PmmlInputs, FillCountsUpToTheSameSumInEachClass) {
  const SheetValues values{
      "x", {Label::of("a")}, {std::log(0.5), std::log(0.125)}, {std::log(0.25), std::log(0.5)}};
  const std::string text = inputs(sheet_with(values, "x", ValueType::kText));
  EXPECT_TRUE(has(text, "<PairCounts value=\"unseen\">"));
  EXPECT_TRUE(has(text, "<PairCounts value=\"rest\">"));
  EXPECT_NEAR(sum_of(text, "no"), 1.5, 1e-15);
  EXPECT_NEAR(sum_of(text, "yes"), 1.5, 1e-15);
}

TEST(PmmlInputs, ReadValuesThroughFieldsThatKnowUnseenOnes) {
  const SheetValues texts{"x", {Label::of("a")}, {-1, -1}, {-2, -2}};
  const std::string text = derived(sheet_with(texts, "x", ValueType::kText));
  EXPECT_TRUE(has(text, "<DerivedField name=\"tally_line_0\" optype=\"categorical\""));
  EXPECT_TRUE(has(text, "defaultValue=\"unseen\" dataType=\"string\">"));  // missing stays so
  EXPECT_TRUE(has(text, "<to>v0</to>"));
}

}  // namespace
}  // namespace tally
