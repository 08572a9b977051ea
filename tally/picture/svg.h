// SPDX-License-Identifier: Apache-2.0
// An SVG document that is written from the top down: what every picture begins and ends with.
//
//   Svg svg(760, 430, Ground::kWhite);
//   svg.put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n", x, y);
//   svg.put("<text x=\"10\" y=\"20\">{}</text>\n", xml_text(label));   // whatever came from outside
//   return svg.finish();
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "tally/base/xml_text.h"
#include "tally/picture/ground.h"

namespace tally {

class Svg {
 public:
  /// On a page the picture is as wide as it may be, and `name` is what a screen reader says of it. In a
  /// file a name that is not empty stands above the picture, with a margin around both; what is put into
  /// the picture lies in `width` times `height` all the same.
  Svg(double width, double height, Ground ground, const std::string& name = "");

  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Values>(values)...);
  }
  void line(double x1, double y1, double x2, double y2, const char* stroke);

  /// The attributes of thin lines behind, and of lines, in this picture's colours.
  const char* grid() const;
  const char* axis() const;
  /// The colour of texts.
  const char* ink() const { return ground_ == Ground::kWhite ? "black" : "currentColor"; }

  /// The document, which is over then.
  std::string finish() {
    out_ += has_margin_ ? "</g>\n</svg>\n" : "</svg>\n";
    return std::move(out_);
  }

 private:
  Ground ground_;
  bool has_margin_;
  std::string out_;
};

/// Okabe and Ito's colours, which the colour-blind can tell apart; they come again after the last.
const char* series_colour(std::size_t i);
/// Dashes that go with them.
const char* series_dashes(std::size_t i);

/// A name from the data for a sentence: one that is written from right to left, or changes the direction, is kept
/// apart (U+2068 … U+2069), so that what stands around it stays where it is.
std::string isolated(const std::string& text);

/// The text, or its beginning with "…" behind it where it would take more than so many columns of a
/// terminal.
std::string shortened(const std::string& text, std::size_t most);

}  // namespace tally
