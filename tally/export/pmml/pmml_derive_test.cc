// SPDX-License-Identifier: Apache-2.0
#include "tally/export/pmml/pmml_derive.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

std::string values(const Label& label, const PmmlOutcome& outcome) {
  XmlText xml;
  write_values({"x", {label}, {-1, -1}, {-2, -2}}, {"-1"}, "-2", outcome, xml);
  return xml.text();
}

TEST(PmmlDerive, LooksTextsAndTruthsUpInATable) {
  const std::string text = values(Label::of("a<b"), {"double", "0"});
  EXPECT_TRUE(has(text, "defaultValue=\"-2\" dataType=\"double\" mapMissingTo=\"0\">"));
  EXPECT_TRUE(has(text, "<from>a&lt;b</from>\n   <to>-1</to>"));
  EXPECT_TRUE(has(values(Label::of(true), {"double", "0"}), "<from>true</from>"));
}

TEST(PmmlDerive, LooksNumbersUpAsIntervals) {
  const std::string text = values(Label::of(2.5), {"string", nullptr});
  EXPECT_TRUE(
      has(text, "<Interval closure=\"closedClosed\" leftMargin=\"2.5\" rightMargin=\"2.5\"/>"));
  EXPECT_FALSE(has(text, "mapMissingTo"));
}

TEST(PmmlDerive, CutsNumbersAsBinsAre) {
  XmlText xml;
  write_bins({"x", 0, {1, 2}, {}}, {"a", "b", "c"}, {"string", nullptr}, xml);
  const std::string& text = xml.text();
  EXPECT_TRUE(has(text, "<Interval closure=\"openClosed\" rightMargin=\"1\"/>"));
  EXPECT_TRUE(has(text, "<Interval closure=\"openClosed\" leftMargin=\"1\" rightMargin=\"2\"/>"));
  EXPECT_TRUE(has(text, "<Interval closure=\"openOpen\" leftMargin=\"2\"/>"));
}

}  // namespace
}  // namespace tally
