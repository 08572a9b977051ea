// SPDX-License-Identifier: Apache-2.0
// How a piece of HTML looks, as far as it tells whether anybody sees it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tally::text {

/// What an element hands on to those within it.
struct HtmlStyle {
  std::uint32_t color = 0x000000;
  std::uint32_t background = 0xffffff;
  bool is_gone = false;    ///< display: none, visibility: hidden, opacity: 0
  bool is_tiny = false;    ///< a font of a pixel or less
  bool is_hidden() const;  ///< one of these, or the colour is that of the background
};

/// "#ffffff", "#fff", "ffffff", "white", "rgb(255, 255, 255)".
std::optional<std::uint32_t> parse_color(std::string_view text);
/// "ff0000", six digits.
std::string color_text(std::uint32_t color);

/// What the attribute `style` of an element changes.
void apply_style(std::string_view declarations, HtmlStyle& style);

}  // namespace tally::text
