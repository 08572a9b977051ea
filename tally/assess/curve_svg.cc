// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/curve_svg.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <utility>

#include "tally/base/xml_text.h"

namespace tally {

namespace {

constexpr double kWidth = 760, kHeight = 430;
constexpr double kLeft = 76, kRight = 730, kTop = 74, kBottom = 368;  // of the area of the curves

// Okabe and Ito's colours, which the colour-blind can tell apart.
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9"};
constexpr const char* kDashes[] = {"none", "7 4", "2 3", "10 3 2 3", "4 2"};

class Drawing {
 public:
  explicit Drawing(const CurveChart& chart)
      : chart_(chart), x_(x_axis(chart, 8)), y_(y_axis(chart, 6)) {}

  std::string svg() {
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
        "height=\"{1:g}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"14\">\n",
        kWidth, kHeight);
    put("<rect width=\"{:g}\" height=\"{:g}\" fill=\"white\"/>\n", kWidth, kHeight);
    put("<text x=\"{:g}\" y=\"28\" font-size=\"17\" font-weight=\"bold\">{}</text>\n", kLeft,
        xml_text(chart_.title));
    axes();
    legend();
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) curve(i);
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
  }
  double across(double value) const { return kLeft + (kRight - kLeft) * x_.position(value); }
  double up(double value) const { return kBottom - (kBottom - kTop) * y_.position(value); }

  void line(double x1, double y1, double x2, double y2, const char* colour) {
    put("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
        x2, y2, colour);
  }

  void axes() {
    constexpr const char* kGrid = "#dddddd";
    constexpr const char* kAxis = "#333333";
    for (const CurveAxis::Tick& tick : x_.ticks()) {
      const double x = across(tick.value);
      line(x, kTop, x, kBottom, kGrid);
      line(x, kBottom, x, kBottom + 5, kAxis);
      put("<text x=\"{:.1f}\" y=\"{:g}\" text-anchor=\"middle\">{}</text>\n", x, kBottom + 21,
          tick.text);
    }
    for (const CurveAxis::Tick& tick : y_.ticks()) {
      const double y = up(tick.value);
      line(kLeft, y, kRight, y, kGrid);
      line(kLeft - 5, y, kLeft, y, kAxis);
      put("<text x=\"{:g}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLeft - 9, y + 5,
          tick.text);
    }
    line(kLeft, kBottom, kRight, kBottom, kAxis);
    line(kLeft, kTop, kLeft, kBottom, kAxis);
    put("<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"middle\">{}</text>\n", (kLeft + kRight) / 2,
        kBottom + 47, xml_text(chart_.x_name));
    const double middle = (kTop + kBottom) / 2;
    put("<text x=\"22\" y=\"{0:g}\" text-anchor=\"middle\" transform=\"rotate(-90 22 "
        "{0:g})\">{1}</text>\n",
        middle, xml_text(chart_.y_name));
  }

  void legend() {
    double x = kLeft;
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) {
      const std::string& name = chart_.curves[i].name;
      put("<line x1=\"{:g}\" y1=\"52\" x2=\"{:g}\" y2=\"52\" {}/>\n", x, x + 34, stroke(i));
      put("<text x=\"{:g}\" y=\"57\">{}</text>\n", x + 42, xml_text(name));
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
                          across(chart_.x[p]), up(curve.y[p]));
      pen_is_down = true;
    }
    put("<path d=\"{}\" fill=\"none\" stroke-linejoin=\"round\" {}/>\n", path, stroke(i));
    if (chart_.x.size() <= kMostDots) dots(i);
  }

  void dots(std::size_t i) {
    for (std::size_t p = 0; p < chart_.x.size(); ++p) {
      const double y = chart_.curves[i].y[p];
      if (!std::isfinite(y)) continue;
      put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", across(chart_.x[p]), up(y),
          kColours[i % std::size(kColours)]);
    }
  }

  static std::string stroke(std::size_t i) {
    return fmt::format("stroke=\"{}\" stroke-width=\"2.2\" stroke-dasharray=\"{}\"",
                       kColours[i % std::size(kColours)], kDashes[i % std::size(kDashes)]);
  }

  static constexpr std::size_t kMostDots = 25;

  const CurveChart& chart_;
  CurveAxis x_, y_;
  std::string out_;
};

}  // namespace

std::string curve_svg(const CurveChart& chart) { return Drawing(chart).svg(); }

}  // namespace tally
