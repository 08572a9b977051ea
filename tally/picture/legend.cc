// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/legend.h"

namespace tally {

namespace {

constexpr double kLine = 20, kLetter = 7.5;
constexpr std::size_t kMost = 30;  // columns of a name

// Calls f(name, x, y) with the place of each; gives the last line.
template <class F>
double lay_out(const std::vector<std::string>& names, double width, F&& f) {
  double x = 4, y = 14;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = shortened(names[i], kMost);
    const double needed = 22 + kLetter * static_cast<double>(name.size()) + 14;
    if (x > 4 && x + needed > width) {
      x = 4;
      y += kLine;
    }
    f(i, name, x, y);
    x += needed;
  }
  return y;
}

}  // namespace

double legend_height(const std::vector<std::string>& names, double width) {
  return lay_out(names, width, [](std::size_t, const std::string&, double, double) {}) + 8;
}

void legend(Svg& svg, const std::vector<std::string>& names, double width) {
  lay_out(names, width, [&](std::size_t i, const std::string& name, double x, double y) {
    svg.put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"10\" fill=\"{}\"/>\n", x, y - 9,
            series_colour(i));
    svg.put("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x + 20, y, xml_text(name));
  });
}

}  // namespace tally
