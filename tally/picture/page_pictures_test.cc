// SPDX-License-Identifier: Apache-2.0
// Pictures for a page: what is in them, what names may be, and what there is where nothing is.
#include <gtest/gtest.h>

#include <limits>

#include "tally/picture.h"
#include "tally/picture/svg.h"

namespace tally {
namespace {

std::size_t times(const std::string& svg, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = 0; (at = svg.find(part, at)) != std::string::npos; ++at) ++out;
  return out;
}

void expect_sound(const std::string& svg) {
  EXPECT_EQ(svg.rfind("<svg ", 0), 0u);
  EXPECT_EQ(times(svg, "<script"), 0u);
  EXPECT_EQ(times(svg, "nan") + times(svg, "inf"), 0u) << svg;
  for (const char* name : {"text", "title", "svg"}) {
    EXPECT_EQ(times(svg, std::string("<") + name), times(svg, std::string("</") + name + ">"));
  }
}

const std::string kHostile = "</title><script>alert(\"1\")</script>";

NumberGrid grid() {
  return {"g", {"a", kHostile}, {"yes", "no"}, {0.25, 1, 0.5, 0}, {"1", "4", "2", kHostile}};
}

TEST(BarSvg, TheLongestBarIsThatOfTheGreatestNumber) {
  const std::string svg = bar_svg(grid());
  expect_sound(svg);
  // 640 − 170 − 10 wide at most.
  EXPECT_EQ(times(svg, "width=\"460.0\""), 1u) << svg;
  EXPECT_EQ(times(svg, "width=\"115.0\""), 1u);
  EXPECT_EQ(times(svg, "width=\"230.0\""), 1u);
  EXPECT_EQ(times(svg, "width=\"0.0\""), 1u);
}

TEST(HeatSvg, IsDarkestWhereAColumnIsGreatest) {
  const std::string svg = heat_svg(grid());
  expect_sound(svg);
  EXPECT_EQ(times(svg, "fill-opacity=\"1.000\""), 2u) << svg;
  EXPECT_EQ(times(svg, "fill-opacity=\"0.520\""), 1u);
  EXPECT_EQ(times(svg, "fill-opacity=\"0.040\""), 1u);
}

TEST(DensitySvg, HasCurvesOverBarsAndGapsWhereThereIsNoDensity) {
  const double none = std::numeric_limits<double>::infinity();
  const std::string svg = density_svg({"d",
                                       kHostile,
                                       {"yes"},
                                       {0, 1, 2},
                                       {{0.5, 0.5}},
                                       {"3 rows", kHostile},
                                       {0, 1, 2},
                                       {{0.2, none, 0.2}}});
  expect_sound(svg);
  EXPECT_EQ(times(svg, "fill-opacity=\".25\""), 1u);
  EXPECT_EQ(times(svg, "3 rows"), 1u);
}

TEST(PointSvg, HasCurvesDotsAndAMark) {
  PointChart chart;
  chart.curves = {{kHostile, {0, 0.5, 1}, {0, 1, 1}}};
  chart.dots = {{0.5, 0.5, 3, kHostile}};
  chart.mark = true;
  const std::string svg = point_svg(chart);
  expect_sound(svg);
  EXPECT_EQ(times(svg, "class=\"mark\""), 1u);
}

TEST(PagePictures, NothingToDraw) {
  expect_sound(bar_svg({}));
  expect_sound(heat_svg({}));
  expect_sound(density_svg({}));
  expect_sound(point_svg({}));
}

TEST(Shortened, KeepsWholeCharacters) {
  EXPECT_EQ(shortened("short", 5), "short");
  EXPECT_EQ(shortened("longer", 5), "long…");
  EXPECT_EQ(shortened("西瓜数据", 8), "西瓜数据");
  EXPECT_EQ(shortened("西瓜数据集", 6), "西瓜…");
}

}  // namespace
}  // namespace tally
