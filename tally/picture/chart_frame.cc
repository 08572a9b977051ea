// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/chart_frame.h"

#include <algorithm>

namespace tally {

namespace {

constexpr double kTickLetter = 7.6;
constexpr double kBesideArea = 12;  // to the right of it every picture has as much

}  // namespace

void ChartFrame::draw(Svg& svg, const std::string& x_name, const std::string& y_name) const {
  for (const CurveAxis::Tick& tick : x.ticks()) {
    const double at = across(tick.value);
    svg.line(at, area.top, at, area.bottom, svg.grid());
    svg.line(at, area.bottom, at, area.bottom + 5, svg.axis());
    const double half = kTickLetter / 2 * static_cast<double>(tick.text.size());
    svg.put("<text x=\"{:.1f}\" y=\"{:g}\" text-anchor=\"middle\">{}</text>\n",
            std::min(at, area.right + kBesideArea - half), area.bottom + 21, tick.text);
  }
  double name_at = 22;
  for (const CurveAxis::Tick& tick : y.ticks()) {
    const double at = up(tick.value);
    if (tick.text.size() > 5) name_at = kBesideArea;  // there would be no room
    svg.line(area.left, at, area.right, at, svg.grid());
    svg.line(area.left - 5, at, area.left, at, svg.axis());
    svg.put("<text x=\"{:g}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", area.left - 9, at + 5,
            tick.text);
  }
  svg.line(area.left, area.bottom, area.right, area.bottom, svg.axis());
  svg.line(area.left, area.top, area.left, area.bottom, svg.axis());
  svg.put("<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"middle\">{}</text>\n",
          (area.left + area.right) / 2, area.bottom + 47, xml_text(x_name));
  const double middle = (area.top + area.bottom) / 2;
  svg.put(
      "<text x=\"{2:g}\" y=\"{0:g}\" text-anchor=\"middle\" transform=\"rotate(-90 {2:g} "
      "{0:g})\">{1}</text>\n",
      middle, xml_text(y_name), name_at);
}

}  // namespace tally
