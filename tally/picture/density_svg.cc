// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/density_svg.h"

#include <algorithm>
#include <cmath>

#include "tally/picture/chart_frame.h"
#include "tally/picture/legend.h"

namespace tally {

namespace {

constexpr double kDensityWidth = 640, kDensityHeight = 250;

double greatest_of(const std::vector<std::vector<double>>& all) {
  double out = 0;
  for (const auto& one : all) {
    for (const double value : one) {
      if (std::isfinite(value)) out = std::max(out, value);
    }
  }
  return out;
}

std::string outline(const DensityChart& chart, const ChartFrame& frame, std::size_t k) {
  std::string path = fmt::format("M{:.1f} {:.1f}", frame.across(chart.edges.front()), frame.up(0));
  for (std::size_t b = 0; b + 1 < chart.edges.size(); ++b) {
    path +=
        fmt::format("V{:.1f}H{:.1f}", frame.up(chart.bars[k][b]), frame.across(chart.edges[b + 1]));
  }
  return path + fmt::format("V{:.1f}Z", frame.up(0));
}

}  // namespace

std::string density_svg(const DensityChart& chart, Ground ground) {
  const double of_bars = greatest_of(chart.bars), of_curves = greatest_of(chart.curves);
  double high = of_bars > 0 ? std::min(of_curves, 1.6 * of_bars) : of_curves;
  high = std::max({high, of_bars, 1e-300});
  std::vector<double> all_x = chart.edges;
  all_x.insert(all_x.end(), chart.x.begin(), chart.x.end());
  const double top = legend_height(chart.series, kDensityWidth) + 8;
  const ChartFrame frame{{70, kDensityWidth - 12, top, kDensityHeight - 56},
                         CurveAxis(all_x, 7),
                         CurveAxis({0, high}, 4)};
  Svg svg(kDensityWidth, kDensityHeight, ground, chart.name);
  legend(svg, chart.series, kDensityWidth);
  frame.draw(svg, chart.x_name, "density");
  for (std::size_t k = 0; k < chart.bars.size() && chart.edges.size() > 1; ++k) {
    svg.put("<path d=\"{}\" fill=\"{}\" fill-opacity=\".25\"/>\n", outline(chart, frame, k),
            series_colour(k));
  }
  for (std::size_t k = 0; k < chart.curves.size(); ++k) {
    std::string path;
    bool is_down = false;
    for (std::size_t i = 0; i < chart.x.size(); ++i) {
      const double y = chart.curves[k][i];
      if (!std::isfinite(y)) {
        is_down = false;
        continue;
      }
      path += fmt::format("{}{:.1f} {:.1f}", is_down ? "L" : "M", frame.across(chart.x[i]),
                          frame.up(std::min(y, high)));
      is_down = true;
    }
    svg.put(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"/>\n",
        path, series_colour(k), series_dashes(k));
  }
  for (std::size_t b = 0; b + 1 < chart.edges.size() && b < chart.said.size(); ++b) {
    const double left = frame.across(chart.edges[b]), right = frame.across(chart.edges[b + 1]);
    svg.put(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "fill-opacity=\"0\"><title>{}"
        "</title></rect>\n",
        left, frame.area.top, right - left, frame.area.bottom - frame.area.top,
        xml_text(chart.said[b]));
  }
  return svg.finish();
}

}  // namespace tally
