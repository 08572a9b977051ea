// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/point_svg.h"

#include "tally/picture/chart_frame.h"
#include "tally/picture/legend.h"

namespace tally {

std::string point_svg(const PointChart& chart, Ground ground) {
  constexpr double kWidth = 420, kHeight = 360;
  std::vector<std::string> names;
  for (const PointCurve& curve : chart.curves) {
    if (!curve.name.empty()) names.push_back(curve.name);
  }
  const double top = names.empty() ? 12 : legend_height(names, kWidth) + 6;
  const ChartFrame frame{
      {66, kWidth - 12, top, kHeight - 56}, CurveAxis({0, 1}, 5), CurveAxis({chart.y_from, 1}, 5)};
  Svg svg(kWidth, kHeight, ground, chart.name);
  legend(svg, names, kWidth);
  frame.draw(svg, chart.x_name, chart.y_name);
  if (chart.diagonal) {
    svg.put("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" {} stroke-dasharray=\"3 4\"/>\n",
            frame.across(0), frame.up(0), frame.across(1), frame.up(1), svg.axis());
  }
  for (std::size_t i = 0; i < chart.curves.size(); ++i) {
    const PointCurve& curve = chart.curves[i];
    std::string path;
    for (std::size_t p = 0; p < curve.x.size(); ++p) {
      path += fmt::format("{}{:.1f} {:.1f}", p == 0 ? "M" : "L", frame.across(curve.x[p]),
                          frame.up(curve.y[p]));
    }
    svg.put(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"/>\n",
        path, series_colour(i), series_dashes(i));
  }
  for (const PointDot& dot : chart.dots) {
    svg.put(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" "
        "fill-opacity=\".75\"><title>{}</title>"
        "</circle>\n",
        frame.across(dot.x), frame.up(dot.y), dot.radius, series_colour(dot.series),
        xml_text(dot.said));
  }
  if (chart.mark) {
    svg.put(
        "<circle class=\"mark\" r=\"6\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\" "
        "visibility=\"hidden\" data-left=\"{:g}\" data-right=\"{:g}\" data-top=\"{:g}\" "
        "data-bottom=\"{:g}\"/>\n",
        frame.area.left, frame.area.right, frame.area.top, frame.area.bottom);
  }
  return svg.finish();
}

}  // namespace tally
