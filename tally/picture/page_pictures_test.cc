// SPDX-License-Identifier: Apache-2.0
// Pictures for a page: what is in them, what names may be, and what there is where nothing is.
#include <gtest/gtest.h>

#include <limits>

#include "tally/inside/picture.h"
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

TEST(ConfusionSvg, IsDarkWhereARowsShareIs) {
  const std::string svg = confusion_svg(
      {"c", {"yes", kHostile}, {"yes", "no"}, {3, 2, 0, 8}, {"3 rows", "2", kHostile, "8"}});
  expect_sound(svg);
  EXPECT_EQ(times(svg, "fill-opacity=\"0.620\""), 1u) << svg;  // 0.05 + 0.95 · 3/5
  EXPECT_EQ(times(svg, "fill-opacity=\"0.430\""), 1u);
  EXPECT_EQ(times(svg, "fill-opacity=\"0.050\""), 1u);
  EXPECT_EQ(times(svg, "fill-opacity=\"1.000\""), 1u);
  EXPECT_EQ(times(svg, ">8</text>"), 1u);
}

TEST(ConfusionSvg, NumbersThatHaveNoPlaceAreLeftOut) {
  NumberGrid grid{"c", {}, {}, std::vector<double>(1600, 123456), {}};
  for (int i = 0; i < 40; ++i) grid.rows.push_back("class " + std::to_string(i));
  grid.columns = grid.rows;
  grid.said.assign(1600, "123456 rows");
  const std::string svg = confusion_svg(grid);
  expect_sound(svg);
  EXPECT_EQ(times(svg, ">123456</text>"), 0u);
  EXPECT_EQ(times(svg, "123456 rows"), 1600u);
}

TEST(Pictures, AreFilesOfTheirOwnOnWhite) {
  NumberGrid named = grid();
  named.name = "a < b & " + kHostile;
  const PointChart points{named.name, "x", "y", {}, {}, 0, false, false};
  const DensityChart density{named.name, "x", {"yes"}, {}, {}, {}, {0, 1}, {{1, 1}}};
  for (const std::string& svg :
       {bar_svg(named, Ground::kWhite), heat_svg(named, Ground::kWhite),
        confusion_svg(named, Ground::kWhite), point_svg(points, Ground::kWhite),
        density_svg(density, Ground::kWhite)}) {
    expect_sound(svg);
    EXPECT_EQ(svg.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\"", 0), 0u);
    EXPECT_EQ(times(svg, "currentColor"), 0u) << svg;  // nobody says which colour that is
    EXPECT_EQ(times(svg, "<g "), times(svg, "</g>"));
    EXPECT_EQ(times(svg, "<title>a &lt; b &amp; "), 1u);
  }
}

TEST(PagePictures, NothingToDraw) {
  expect_sound(confusion_svg({}));
  expect_sound(bar_svg({}, Ground::kWhite));
  expect_sound(bar_svg({}));
  expect_sound(heat_svg({}));
  expect_sound(density_svg({}));
  expect_sound(point_svg({}));
}

TEST(Isolated, OnlyWhatIsWrittenFromRightToLeft) {
  for (const char* plain : {"", "ham", "é – 西瓜", "ß", "Ωμέγα", "я", "≤ 50K", "🍉"}) {
    EXPECT_EQ(isolated(plain), plain);
  }
  for (const char* other :
       {"שלום", "is שלום", "سلام", "ﻻ", "\u202Eleft", "a\u2067b", "\U00010840"}) {
    EXPECT_EQ(isolated(other), std::string("\u2068") + other + "\u2069");
  }
}

TEST(Shortened, KeepsWholeCharacters) {
  EXPECT_EQ(shortened("short", 5), "short");
  EXPECT_EQ(shortened("longer", 5), "long…");
  EXPECT_EQ(shortened("西瓜数据", 8), "西瓜数据");
  EXPECT_EQ(shortened("西瓜数据集", 6), "西瓜…");
}

}  // namespace
}  // namespace tally
