// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/bar_svg.h"

#include <algorithm>
#include <cmath>

#include "tally/picture/legend.h"

namespace tally {

namespace {

constexpr double kBarsWidth = 640, kLabels = 170, kGap = 8;
constexpr std::size_t kLabelColumns = 22;

// A label that ends at x, whole where it is pointed at.
void label(Svg& svg, double x, double y, const std::string& text) {
  svg.put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}<title>{}</title></text>\n", x, y,
          xml_text(shortened(text, kLabelColumns)), xml_text(text));
}

}  // namespace

std::string bar_svg(const NumberGrid& grid, Ground ground) {
  const std::size_t K = grid.columns.size();
  const double bar = K > 3 ? 7 : 9, group = bar * static_cast<double>(K) + kGap;
  const double top = legend_height(grid.columns, kBarsWidth) + 6;
  Svg svg(kBarsWidth, top + group * static_cast<double>(grid.rows.size()), ground, grid.name);
  legend(svg, grid.columns, kBarsWidth);
  const double greatest =
      grid.numbers.empty() ? 0 : *std::max_element(grid.numbers.begin(), grid.numbers.end());
  const double scale = greatest > 0 ? (kBarsWidth - kLabels - 10) / greatest : 0;
  svg.line(kLabels, top - 2, kLabels, top + group * static_cast<double>(grid.rows.size()) - 4,
           svg.axis());
  for (std::size_t row = 0; row < grid.rows.size(); ++row) {
    const double y = top + group * static_cast<double>(row);
    label(svg, kLabels - 8, y + bar * static_cast<double>(K) / 2 + 4, grid.rows[row]);
    for (std::size_t k = 0; k < K; ++k) {
      svg.put(
          "<rect x=\"{:g}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:g}\" "
          "fill=\"{}\"><title>{}</title>"
          "</rect>\n",
          kLabels, y + bar * static_cast<double>(k), grid.numbers[row * K + k] * scale, bar - 1,
          series_colour(k), xml_text(grid.said[row * K + k]));
    }
  }
  return svg.finish();
}

std::string heat_svg(const NumberGrid& grid, Ground ground) {
  constexpr double kCell = 20, kNames = 90;
  const std::size_t columns = grid.columns.size(), rows = grid.rows.size();
  const double cell = std::clamp(
      (kBarsWidth - kLabels) / static_cast<double>(std::max<std::size_t>(columns, 1)), 6.0, 44.0);
  const double width = std::max(kBarsWidth, kLabels + cell * static_cast<double>(columns) + 10);
  Svg svg(width, kNames + kCell * static_cast<double>(rows) + 4, ground, grid.name);
  std::vector<double> greatest(columns);
  for (std::size_t i = 0; i < grid.numbers.size(); ++i) {
    greatest[i % columns] = std::max(greatest[i % columns], grid.numbers[i]);
  }
  for (std::size_t c = 0; c < columns; ++c) {
    const double x = kLabels + cell * (static_cast<double>(c) + 0.5);
    svg.put(
        "<text transform=\"translate({:.1f} {:g}) rotate(-60)\" "
        "font-size=\"12\">{}<title>{}</title>"
        "</text>\n",
        x, kNames - 6, xml_text(shortened(grid.columns[c], 12)), xml_text(grid.columns[c]));
  }
  for (std::size_t r = 0; r < rows; ++r) {
    const double y = kNames + kCell * static_cast<double>(r);
    label(svg, kLabels - 8, y + 14, grid.rows[r]);
    for (std::size_t c = 0; c < columns; ++c) {
      const double number = grid.numbers[r * columns + c];
      svg.put(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:g}\" fill=\"{}\" "
          "fill-opacity=\"{:.3f}\"><title>{}</title></rect>\n",
          kLabels + cell * static_cast<double>(c), y, cell - 1, kCell - 1, series_colour(0),
          greatest[c] > 0 ? 0.04 + 0.96 * number / greatest[c] : 0.04,
          xml_text(grid.said[r * columns + c]));
    }
  }
  return svg.finish();
}

}  // namespace tally
