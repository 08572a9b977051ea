// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/curve_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

namespace tally {
namespace {

std::vector<std::string> lines(const CurveChart& chart) {
  std::vector<std::string> out;
  std::istringstream text(curve_text(chart));
  for (std::string line; std::getline(text, line);) out.push_back(line);
  return out;
}

TEST(CurveText, ALevelLineIsAtItsHeight) {
  // 0 … 1: 1 is the uppermost row of dots, of the first line; 0 the lowest, of the tenth.
  const CurveChart chart{"", "lambda", "", {0, 1}, {{"high", {1, 1}}, {"low", {0, 0}}}, false};
  const std::vector<std::string> text = lines(chart);
  ASSERT_EQ(text.size(), 2u * 13 + 1);
  std::string high = "1.0 ┤", low = "0.0 ┤";
  for (int i = 0; i < 64; ++i) {
    high += "⠉";
    low += "⣀";
  }
  EXPECT_EQ(text[0], "     high");
  EXPECT_EQ(text[1], high);
  EXPECT_EQ(text[2], "    │");
  EXPECT_EQ(text[13], "     low");
  EXPECT_EQ(text[23], low);
  EXPECT_EQ(text.back(), "     lambda");
}

TEST(CurveText, TicksStandUnderTheirPlaces) {
  const CurveChart chart{"", "x", "", {0, 8}, {{"y", {0, 1}}}, false};
  const std::vector<std::string> text = lines(chart);
  // 63 / 8 columns apart.
  EXPECT_EQ(text[12], "     0       1       2       3       4      5       6       7       8");
}

TEST(CurveText, GapsAndNothing) {
  const CurveChart gap{"",   "x", "", {0, 1}, {{"y", {std::numeric_limits<double>::infinity(), 1}}},
                       false};
  EXPECT_EQ(curve_text(gap).find("inf"), std::string::npos);
  EXPECT_EQ(curve_text({}), "     \n");
}

}  // namespace
}  // namespace tally
