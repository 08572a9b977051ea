// SPDX-License-Identifier: Apache-2.0
// The tree of columns as a picture. Roots stand to the left, children to the right of what they hang on, a
// leaf in each line; a column stands in the middle of its children.
#include <algorithm>

#include "tally/explain/network.h"
#include "tally/explain/text_table.h"
#include "tally/picture/svg.h"

namespace tally {

namespace {

constexpr double kLine = 34, kBox = 24, kMargin = 20, kTop = 64, kGap = 70;
constexpr double kLetter = 8.2;  // of the font, about
constexpr const char* kInk = "#333333";
constexpr const char* kFill = "#E8F1F8";
constexpr const char* kStroke = "#0072B2";

class Picture {
 public:
  explicit Picture(const Network& network)
      : network_(network), y_(network.columns.size()), depth_(network.columns.size()) {
    place(-1, 0);
    widths_.assign(levels_, 0);
    for (std::size_t i = 0; i < network.columns.size(); ++i) {
      widths_[depth_[i]] = std::max(widths_[depth_[i]], width_of(i));
    }
  }

  std::string svg() {
    double right = kMargin;
    for (const double width : widths_) right += width + kGap;
    const double width = std::max(right, 480.0),
                 height = kTop + kLine * static_cast<double>(lines_) + kMargin;
    Svg svg(width, height, Ground::kWhite);
    svg.put(
        "<text x=\"{:g}\" y=\"28\" font-size=\"17\" font-weight=\"bold\" fill=\"{}\">{}</text>\n",
        kMargin, kInk, xml_text("What depends on what, where " + network_.target + " is known"));
    svg.put("<text x=\"{:g}\" y=\"48\" font-size=\"12\" fill=\"{}\">{}</text>\n", kMargin, kInk,
            "a line is the thicker, the more two columns tell about each other (nats)");
    for (std::size_t i = 0; i < network_.columns.size(); ++i) edge(svg, i);
    for (std::size_t i = 0; i < network_.columns.size(); ++i) box(svg, i);
    return svg.finish();
  }

 private:
  // Gives each column below `parent` its line.
  void place(std::int32_t parent, std::size_t depth) {
    for (std::size_t i = 0; i < network_.columns.size(); ++i) {
      if (network_.parents[i] != parent) continue;
      depth_[i] = depth;
      levels_ = std::max(levels_, depth + 1);
      const std::size_t first = lines_;
      place(static_cast<std::int32_t>(i), depth + 1);
      if (lines_ == first) ++lines_;
      y_[i] = kTop + kLine * (static_cast<double>(first) + static_cast<double>(lines_)) / 2;
    }
  }

  double width_of(std::size_t i) const {
    return kLetter * static_cast<double>(display_width(network_.columns[i])) + 20;
  }
  double left_of(std::size_t i) const {
    double x = kMargin;
    for (std::size_t level = 0; level < depth_[i]; ++level) x += widths_[level] + kGap;
    return x;
  }

  void edge(Svg& svg, std::size_t i) {
    if (network_.parents[i] < 0) return;
    const auto parent = static_cast<std::size_t>(network_.parents[i]);
    const double information = network_.between(i, parent).information;
    const double most = std::max(network_.pairs.front().information, 1e-12);
    const double x1 = left_of(parent) + width_of(parent), x2 = left_of(i);
    svg.put(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"{:.1f}\"><title>{}</title></line>\n",
        x1, y_[parent], x2, y_[i], kStroke, 1 + 5 * information / most,
        xml_text(fmt::format("{} – {}: {:.4g} nats", network_.columns[parent], network_.columns[i],
                             information)));
    svg.put(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"11\" text-anchor=\"end\" "
        "fill=\"{}\">{:.2g}</text>\n",
        x2 - 6, y_[i] - 6, kInk, information);
  }

  void box(Svg& svg, std::size_t i) {
    svg.put(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:g}\" rx=\"5\" fill=\"{}\" "
        "stroke=\"{}\"/>\n",
        left_of(i), y_[i] - kBox / 2, width_of(i), kBox, kFill, kStroke);
    svg.put("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", left_of(i) + 10, y_[i] + 5,
            kInk, xml_text(network_.columns[i]));
  }

  const Network& network_;
  std::vector<double> y_;
  std::vector<std::size_t> depth_;
  std::vector<double> widths_;  // [level]: of the widest box
  std::size_t levels_ = 0, lines_ = 0;
};

}  // namespace

std::string network_svg(const Network& network) { return Picture(network).svg(); }

}  // namespace tally
