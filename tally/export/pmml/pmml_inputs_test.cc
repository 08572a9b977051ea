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

// Probabilities ½ and ¼ of p, ⅛ and ½ of q; the rest makes both sums 2 · ¾.
TEST(PmmlInputs, FillCountsUpToTheSameSumInEachClass) {
  const SheetValues values{
      "x", {Label::of("a")}, {std::log(0.5), std::log(0.125)}, {std::log(0.25), std::log(0.5)}};
  const std::string text = inputs(sheet_with(values, "x", ValueType::kText));
  EXPECT_TRUE(has(text, "<PairCounts value=\"unseen\">"));
  EXPECT_TRUE(
      has(text,
          "<PairCounts value=\"rest\">\n   <TargetValueCounts>\n    <TargetValueCount "
          "value=\"no\" count=\"0.75\"/>\n    <TargetValueCount value=\"yes\" count=\"0.875\"/>"));
}

TEST(PmmlInputs, ReadValuesThroughFieldsThatKnowUnseenOnes) {
  const SheetValues texts{"x", {Label::of("a<b")}, {-1, -1}, {-2, -2}};
  EXPECT_TRUE(has(derived(sheet_with(texts, "x", ValueType::kText)), "<from>a&lt;b</from>"));
  const SheetValues numbers{"x", {Label::of(2.5)}, {-1, -1}, {-2, -2}};
  EXPECT_TRUE(has(derived(sheet_with(numbers, "x")),
                  "<Interval closure=\"closedClosed\" leftMargin=\"2.5\" rightMargin=\"2.5\"/>"));
  const SheetValues truths{"x", {Label::of(true)}, {-1, -1}, {-2, -2}};
  EXPECT_TRUE(has(derived(sheet_with(truths, "x", ValueType::kBoolean)), "<from>true</from>"));
}

TEST(PmmlInputs, CutNumbersAsBinsAre) {
  const std::string text = derived(sheet_with(SheetBins{"x", 0, {1, 2}, {1, 1, 1, 1, 1, 1}}, "x"));
  EXPECT_TRUE(has(text, "<Interval closure=\"openClosed\" rightMargin=\"1\"/>"));
  EXPECT_TRUE(has(text, "<Interval closure=\"openClosed\" leftMargin=\"1\" rightMargin=\"2\"/>"));
  EXPECT_TRUE(has(text, "<Interval closure=\"openOpen\" leftMargin=\"2\"/>"));
}

TEST(PmmlInputs, RefuseWhatTheModelCannotSay) {
  const SheetRate rate{"x", "", {1, 2}};
  EXPECT_TRUE(
      has(refusal_of([&] { derived(sheet_with(rate, "x")); }), "what the rates of 'x' say"));
  const SheetCounts counts{{"x"}, {1, 2}};
  EXPECT_TRUE(has(refusal_of([&] { derived(sheet_with(counts, "x")); }), "what the counts of 'x'"));
  EXPECT_TRUE(has(refusal_of([&] { derived(text_sheet()); }), "exported to PMML"));
}

}  // namespace
}  // namespace tally
