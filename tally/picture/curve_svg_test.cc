// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/curve_svg.h"

#include <gtest/gtest.h>

#include <limits>

namespace tally {
namespace {

bool has(const std::string& svg, const std::string& part) {
  return svg.find(part) != std::string::npos;
}

std::size_t times(const std::string& svg, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = 0; (at = svg.find(part, at)) != std::string::npos; ++at) ++out;
  return out;
}

CurveChart chart() {
  return {"a < b & c", "x", "y", {0, 1, 2}, {{"one", {0, 1, 0}}, {"two", {1, 1, 1}}}, false};
}

TEST(CurveSvg, HasTitleAxesLegendAndCurves) {
  const std::string svg = curve_svg(chart());
  EXPECT_EQ(svg.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\"", 0), 0u);
  EXPECT_TRUE(has(svg, "a &lt; b &amp; c"));
  EXPECT_TRUE(has(svg, ">one</text>") && has(svg, ">two</text>"));
  EXPECT_TRUE(has(svg, ">x</text>") && has(svg, ">y</text>"));
  EXPECT_EQ(times(svg, "<path"), 2u);
  // The area spans 76 … 730 across and 368 … 74 up: the corners of the first curve.
  EXPECT_TRUE(has(svg, "M76.0 368.0 L403.0 74.0 L730.0 368.0")) << svg;
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
}

TEST(CurveSvg, EveryElementIsClosed) {
  const std::string svg = curve_svg(chart());
  EXPECT_EQ(times(svg, "<text"), times(svg, "</text>"));
  EXPECT_EQ(times(svg, "<line") + times(svg, "<rect") + times(svg, "<path") + times(svg, "<circle"),
            times(svg, "/>"));
}

TEST(CurveSvg, AGapWhereAValueIsInfinite) {
  CurveChart gap = chart();
  gap.curves = {{"one", {0, std::numeric_limits<double>::infinity(), 1}}};
  const std::string svg = curve_svg(gap);
  EXPECT_TRUE(has(svg, "M76.0 368.0 M730.0 74.0")) << svg;
  EXPECT_FALSE(has(svg, "inf") || has(svg, "nan"));
}

TEST(CurveSvg, NothingToDraw) {
  const std::string svg = curve_svg({});
  EXPECT_FALSE(has(svg, "nan") || has(svg, "inf"));
}

}  // namespace
}  // namespace tally
