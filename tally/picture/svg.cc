// SPDX-License-Identifier: Apache-2.0
#include "tally/picture/svg.h"

#include <algorithm>

namespace tally {

Svg::Svg(double width, double height, Ground ground, const std::string& name)
    : ground_(ground), has_margin_(ground == Ground::kWhite && !name.empty()) {
  if (ground == Ground::kPage) {
    put("<svg viewBox=\"0 0 {:g} {:g}\" role=\"img\" aria-label=\"{}\" font-size=\"13\" "
        "fill=\"currentColor\">\n",
        width, height, xml_text(name));
    return;
  }
  constexpr double kMargin = 14, kAbove = 42;
  const double wide = has_margin_ ? width + 2 * kMargin : width;
  const double high = has_margin_ ? height + kAbove + kMargin : height;
  put("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
      "height=\"{1:g}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"14\">\n",
      wide, high);
  put("<rect width=\"{:g}\" height=\"{:g}\" fill=\"white\"/>\n", wide, high);
  if (!has_margin_) return;
  constexpr double kLetter = 8.5;  // of the name, about
  put("<title>{}</title>\n<text x=\"{:g}\" y=\"27\" font-size=\"16\" "
      "font-weight=\"bold\">{}</text>\n",
      xml_text(name), kMargin,
      xml_text(shortened(name, static_cast<std::size_t>(width / kLetter))));
  put("<g transform=\"translate({:g} {:g})\" font-size=\"13\">\n", kMargin, kAbove);
}

void Svg::line(double x1, double y1, double x2, double y2, const char* stroke) {
  put("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2,
      stroke);
}

const char* Svg::grid() const {
  return ground_ == Ground::kWhite ? "stroke=\"#dddddd\""
                                   : "stroke=\"currentColor\" stroke-opacity=\".15\"";
}

const char* Svg::axis() const {
  return ground_ == Ground::kWhite ? "stroke=\"#333333\""
                                   : "stroke=\"currentColor\" stroke-opacity=\".7\"";
}

const char* series_colour(std::size_t i) {
  constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9"};
  return kColours[i % std::size(kColours)];
}

const char* series_dashes(std::size_t i) {
  constexpr const char* kDashes[] = {"none", "7 4", "2 3", "10 3 2 3", "4 2"};
  return kDashes[i % std::size(kDashes)];
}

std::string isolated(const std::string& text) {
  // The first bytes of Hebrew to Arabic (U+0590 … U+08FF), of marks of direction (U+200E, U+202A …, U+2066 …), and of
  // the forms of both (U+FB1D … U+FEFC).
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const auto byte = [&](std::size_t i) {
      return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
    };
    const bool is_letter = (byte(0) >= 0xD6 && byte(0) <= 0xDF) ||
                           (byte(0) == 0xE0 && byte(1) <= 0xA3) ||
                           (byte(0) == 0xEF && byte(1) >= 0xAC && byte(1) <= 0xBB);
    const bool is_mark =
        byte(0) == 0xE2 && ((byte(1) == 0x80 && (byte(2) == 0x8E || byte(2) == 0x8F ||
                                                 (byte(2) >= 0xAA && byte(2) <= 0xAE))) ||
                            (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9));
    const bool is_far = byte(0) == 0xF0 && byte(1) == 0x90 && byte(2) >= 0xA0;  // U+10800 …
    if (is_letter || is_mark || is_far) return "\u2068" + text + "\u2069";
  }
  return text;
}

std::string shortened(const std::string& text, std::size_t most) {
  // A character of more than two bytes is taken for a wide one: Chinese is.
  std::size_t width = 0, kept = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    width += bytes > 2 ? 2 : 1;
    at = std::min(at + bytes, text.size());
    if (width + 1 <= most) kept = at;
    if (width > most) return text.substr(0, kept) + "…";
  }
  return text;
}

}  // namespace tally
