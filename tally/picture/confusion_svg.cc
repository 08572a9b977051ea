// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/confusion_svg.h"

#include <algorithm>

#include "tally/picture/svg.h"

namespace tally {

namespace {

constexpr double kRowLabels = 170, kNames = 96, kCellLetter = 7.5;

// At most six letters: 123456, else 1.2e+06.
std::string number_text(double n) {
  return n < 1e6 ? fmt::format("{:.6g}", n) : fmt::format("{:.2g}", n);
}

}  // namespace

std::string confusion_svg(const NumberGrid& grid, Ground ground) {
  const std::size_t columns = grid.columns.size(), rows = grid.rows.size();
  const auto count = [](std::size_t n) { return static_cast<double>(n); };
  const double cell =
      std::clamp(520 / count(std::max<std::size_t>({columns, rows, 1})), 16.0, 64.0);
  const double width = std::max(360.0, kRowLabels + cell * count(columns) + 70);
  Svg svg(width, kNames + cell * count(rows) + 4, ground, grid.name);
  svg.put(
      "<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"end\" fill-opacity=\".65\">truth ↓ decision "
      "→</text>\n",
      kRowLabels - 8, kNames - 8);
  for (std::size_t c = 0; c < columns; ++c) {
    svg.put("<text transform=\"translate({:.1f} {:g}) rotate(-50)\">{}<title>{}</title></text>\n",
            kRowLabels + cell * (count(c) + 0.5), kNames - 8,
            xml_text(shortened(grid.columns[c], 14)), xml_text(grid.columns[c]));
  }
  for (std::size_t r = 0; r < rows; ++r) {
    const double y = kNames + cell * count(r);
    svg.put("<text x=\"{:g}\" y=\"{:.1f}\" text-anchor=\"end\">{}<title>{}</title></text>\n",
            kRowLabels - 8, y + cell / 2 + 4, xml_text(shortened(grid.rows[r], 22)),
            xml_text(grid.rows[r]));
    double all = 0;
    for (std::size_t c = 0; c < columns; ++c) all += grid.numbers[r * columns + c];
    for (std::size_t c = 0; c < columns; ++c) {
      const double n = grid.numbers[r * columns + c], share = all > 0 ? n / all : 0;
      const double x = kRowLabels + cell * count(c);
      svg.put(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
          "fill-opacity=\"{:.3f}\"><title>{}</title></rect>\n",
          x, y, cell - 1, cell - 1, series_colour(0), 0.05 + 0.95 * share,
          xml_text(grid.said[r * columns + c]));
      const std::string text = number_text(n);
      if (kCellLetter * count(text.size()) > cell) continue;
      svg.put(
          "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"{}\" "
          "pointer-events=\"none\">{}</text>\n",
          x + cell / 2, y + cell / 2 + 4, share > 0.45 ? "white" : svg.ink(), text);
    }
  }
  return svg.finish();
}

}  // namespace tally
