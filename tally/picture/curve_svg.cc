// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/curve_svg.h"

#include <cmath>

#include "tally/picture/chart_frame.h"

namespace tally {

namespace {

constexpr double kWidth = 760, kHeight = 430;
constexpr ChartArea kArea = {76, 730, 74, 368};
constexpr std::size_t kMostDots = 25;

class Drawing {
 public:
  explicit Drawing(const CurveChart& chart)
      : chart_(chart),
        svg_(kWidth, kHeight, Ground::kWhite),
        frame_{kArea, x_axis(chart, 8), y_axis(chart, 6)} {}

  std::string svg() {
    svg_.put("<text x=\"{:g}\" y=\"28\" font-size=\"17\" font-weight=\"bold\">{}</text>\n",
             kArea.left, xml_text(chart_.title));
    frame_.draw(svg_, chart_.x_name, chart_.y_name);
    legend();
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) curve(i);
    return svg_.finish();
  }

 private:
  void legend() {
    double x = kArea.left;
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) {
      const std::string& name = chart_.curves[i].name;
      svg_.put("<line x1=\"{:g}\" y1=\"52\" x2=\"{:g}\" y2=\"52\" {}/>\n", x, x + 34, stroke(i));
      svg_.put("<text x=\"{:g}\" y=\"57\">{}</text>\n", x + 42, xml_text(name));
      x += 42 + 9 * static_cast<double>(name.size()) + 24;
    }
  }

  void curve(std::size_t i) {
    const Curve& curve = chart_.curves[i];
    std::string path;
    bool pen_is_down = false;
    for (std::size_t p = 0; p < chart_.x.size(); ++p) {
      if (!std::isfinite(curve.y[p])) {
        pen_is_down = false;
        continue;
      }
      path += fmt::format("{}{:.1f} {:.1f}",
                          pen_is_down    ? " L"
                          : path.empty() ? "M"
                                         : " M",
                          frame_.across(chart_.x[p]), frame_.up(curve.y[p]));
      pen_is_down = true;
    }
    svg_.put("<path d=\"{}\" fill=\"none\" stroke-linejoin=\"round\" {}/>\n", path, stroke(i));
    if (chart_.x.size() <= kMostDots) dots(i);
  }

  void dots(std::size_t i) {
    for (std::size_t p = 0; p < chart_.x.size(); ++p) {
      const double y = chart_.curves[i].y[p];
      if (!std::isfinite(y)) continue;
      svg_.put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n",
               frame_.across(chart_.x[p]), frame_.up(y), series_colour(i));
    }
  }

  static std::string stroke(std::size_t i) {
    return fmt::format("stroke=\"{}\" stroke-width=\"2.2\" stroke-dasharray=\"{}\"",
                       series_colour(i), series_dashes(i));
  }

  const CurveChart& chart_;
  Svg svg_;
  ChartFrame frame_;
};

}  // namespace

std::string curve_svg(const CurveChart& chart) { return Drawing(chart).svg(); }

}  // namespace tally
