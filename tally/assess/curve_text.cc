// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/curve_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tally {

namespace {

constexpr int kColumns = 64, kRows = 10;
constexpr int kDotsAcross = 2 * kColumns, kDotsUp = 4 * kRows;

// A grid of Braille characters; the dot (0, 0) is at the lower left.
class Canvas {
 public:
  void set(int x, int y) {
    // Unicode numbers the dots of a character 1 2 3 7 down the left column, 4 5 6 8 down the right.
    constexpr unsigned kBits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    const int down = kDotsUp - 1 - y;
    cells_[place(down / 4, x / 2)] |= kBits[down % 4][x % 2];
  }

  void line(double x1, double y1, double x2, double y2) {
    const int steps =
        std::max(1, static_cast<int>(std::ceil(std::max(std::abs(x2 - x1), std::abs(y2 - y1)))));
    for (int i = 0; i <= steps; ++i) {
      const double part = static_cast<double>(i) / steps;
      set(static_cast<int>(std::lround(x1 + part * (x2 - x1))),
          static_cast<int>(std::lround(y1 + part * (y2 - y1))));
    }
  }

  // Row 0 is the uppermost; an empty cell is a space.
  std::string row(int number) const {
    std::string out;
    for (int column = 0; column < kColumns; ++column) {
      const unsigned bits = cells_[place(number, column)];
      if (bits == 0) {
        out += ' ';
        continue;
      }
      const unsigned point = 0x2800 + bits;  // in UTF-8: three bytes
      out += static_cast<char>(0xe0 | (point >> 12));
      out += static_cast<char>(0x80 | ((point >> 6) & 0x3f));
      out += static_cast<char>(0x80 | (point & 0x3f));
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out;
  }

 private:
  static std::size_t place(int row, int column) {
    return static_cast<std::size_t>(row) * kColumns + static_cast<std::size_t>(column);
  }

  std::vector<unsigned> cells_ = std::vector<unsigned>(place(kRows, 0));
};

Canvas drawn(const std::vector<double>& x, const std::vector<double>& y, const CurveAxis& across,
             const CurveAxis& up) {
  Canvas canvas;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(y[i])) continue;
    const std::size_t from = i > 0 && std::isfinite(y[i - 1]) ? i - 1 : i;
    canvas.line((kDotsAcross - 1) * across.position(x[from]), (kDotsUp - 1) * up.position(y[from]),
                (kDotsAcross - 1) * across.position(x[i]), (kDotsUp - 1) * up.position(y[i]));
  }
  return canvas;
}

// The ticks below a panel, centred under their places; one that would touch its neighbour is left
// out.
std::string tick_line(const CurveAxis& across) {
  std::string out;
  for (const CurveAxis::Tick& tick : across.ticks()) {
    const double centre = (kColumns - 1) * across.position(tick.value);
    const double start = std::round(centre - static_cast<double>(tick.text.size() - 1) / 2);
    const auto at = static_cast<std::size_t>(std::max(0.0, start));
    if (!out.empty() && at < out.size() + 1) continue;
    out.resize(at, ' ');
    out += tick.text;
  }
  return out;
}

}  // namespace

std::string curve_text(const CurveChart& chart) {
  const CurveAxis across = x_axis(chart, 8), up = y_axis(chart, 5);
  std::size_t width = 0;
  for (const CurveAxis::Tick& tick : up.ticks()) width = std::max(width, tick.text.size());
  std::string out;
  for (const Curve& curve : chart.curves) {
    const Canvas canvas = drawn(chart.x, curve.y, across, up);
    out += fmt::format("{}{}\n", std::string(width + 2, ' '), curve.name);
    for (int row = 0; row < kRows; ++row) {
      std::string label;
      for (const CurveAxis::Tick& tick : up.ticks()) {
        const double down = (kRows - 1) * (1 - up.position(tick.value));
        if (std::lround(down) == row) label = tick.text;
      }
      const std::string dots = canvas.row(row);
      out += fmt::format("{:>{}} {}{}\n", label, width, label.empty() ? "│" : "┤", dots);
    }
    out += fmt::format("{} └", std::string(width, ' '));
    for (int i = 0; i < kColumns; ++i) out += "─";
    out += fmt::format("\n{}{}\n", std::string(width + 2, ' '), tick_line(across));
  }
  return out + fmt::format("{}{}\n", std::string(width + 2, ' '), chart.x_name);
}

}  // namespace tally
