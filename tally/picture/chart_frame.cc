// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/chart_frame.h"

namespace tally {

void ChartFrame::draw(Svg& svg, const std::string& x_name, const std::string& y_name) const {
  for (const CurveAxis::Tick& tick : x.ticks()) {
    const double at = across(tick.value);
    svg.line(at, area.top, at, area.bottom, svg.grid());
    svg.line(at, area.bottom, at, area.bottom + 5, svg.axis());
    svg.put("<text x=\"{:.1f}\" y=\"{:g}\" text-anchor=\"middle\">{}</text>\n", at,
            area.bottom + 21, tick.text);
  }
  for (const CurveAxis::Tick& tick : y.ticks()) {
    const double at = up(tick.value);
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
      "<text x=\"22\" y=\"{0:g}\" text-anchor=\"middle\" transform=\"rotate(-90 22 "
      "{0:g})\">{1}</text>\n",
      middle, xml_text(y_name));
}

}  // namespace tally
