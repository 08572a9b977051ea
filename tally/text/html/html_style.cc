// SPDX-License-Identifier: Apache-2.0
#include "tally/text/html/html_style.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "tally/base/ascii.h"

namespace tally::text {

namespace {

using ascii::hex_value;
using ascii::is_digit;
using ascii::lower;
using ascii::trimmed;

constexpr int kIndistinguishable = 24;  // of 255, in each of red, green and blue

constexpr std::pair<std::string_view, std::uint32_t> kNames[] = {
    {"white", 0xffffff},  {"black", 0x000000},   {"red", 0xff0000},       {"green", 0x008000},
    {"blue", 0x0000ff},   {"yellow", 0xffff00},  {"gray", 0x808080},      {"grey", 0x808080},
    {"silver", 0xc0c0c0}, {"maroon", 0x800000},  {"navy", 0x000080},      {"olive", 0x808000},
    {"purple", 0x800080}, {"teal", 0x008080},    {"aqua", 0x00ffff},      {"cyan", 0x00ffff},
    {"lime", 0x00ff00},   {"fuchsia", 0xff00ff}, {"magenta", 0xff00ff},   {"orange", 0xffa500},
    {"snow", 0xfffafa},   {"ivory", 0xfffff0},   {"whitesmoke", 0xf5f5f5}};

std::optional<std::uint32_t> parse_hex(std::string_view digits) {
  std::uint32_t value = 0;
  for (const char c : digits) {
    if (hex_value(c) < 0) return std::nullopt;
    value = value * 16 + static_cast<std::uint32_t>(hex_value(c));
  }
  if (digits.size() == 6) return value;
  if (digits.size() != 3) return std::nullopt;
  return (value & 0xf00) * 0x1100 + (value & 0xf0) * 0x110 + (value & 0xf) * 0x11;
}

std::optional<std::uint32_t> parse_rgb(std::string_view text) {
  std::uint32_t color = 0;
  for (int i = 0; i < 3; ++i) {
    while (!text.empty() && !is_digit(text[0])) text.remove_prefix(1);
    std::uint32_t part = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
    if (error != std::errc{}) return std::nullopt;
    color = color * 256 + std::min<std::uint32_t>(part, 255);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return color;
}

bool look_alike(std::uint32_t a, std::uint32_t b) {
  for (int shift = 0; shift < 24; shift += 8) {
    const int difference = static_cast<int>(a >> shift & 255) - static_cast<int>(b >> shift & 255);
    if (std::abs(difference) > kIndistinguishable) return false;
  }
  return true;
}

// "0", "0px", "1px", "0.5pt", but not "1em" and not "10px".
bool is_tiny_size(std::string_view size) {
  std::size_t end = 0;
  while (end < size.size() && (is_digit(size[end]) || size[end] == '.')) ++end;
  const std::string_view number = size.substr(0, end);
  const std::string_view unit = trimmed(size.substr(end));
  if (number.empty()) return false;
  if (number.find_first_not_of("0.") == std::string_view::npos) return true;
  return (number == "1" || number.starts_with("0.") || number[0] == '.') &&
         (unit == "px" || unit == "pt" || unit.empty());
}

void apply_declaration(std::string_view name, std::string_view value, HtmlStyle& style) {
  if (name == "display" || name == "visibility") {
    if (value.starts_with("none") || value.starts_with("hidden")) style.is_gone = true;
  } else if (name == "opacity") {
    style.is_gone |= value == "0" || value == "0.0";
  } else if (name == "font-size") {
    style.is_tiny = is_tiny_size(value);
  } else if (name == "color") {
    style.color = parse_color(value).value_or(style.color);
  } else if (name == "background" || name == "background-color") {
    style.background = parse_color(value).value_or(style.background);
  }
}

}  // namespace

bool HtmlStyle::is_hidden() const { return is_gone || is_tiny || look_alike(color, background); }

std::optional<std::uint32_t> parse_color(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('#')) return parse_hex(text.substr(1));
  const std::string small = lower(text.substr(0, 40));
  if (small.starts_with("rgb")) return parse_rgb(small);
  for (const auto& [name, color] : kNames) {
    if (small == name) return color;
  }
  return text.size() == 6 ? parse_hex(text) : std::nullopt;
}

std::string color_text(std::uint32_t color) {
  std::string out;
  for (int shift = 20; shift >= 0; shift -= 4) out += "0123456789abcdef"[color >> shift & 15];
  return out;
}

void apply_style(std::string_view declarations, HtmlStyle& style) {
  while (!declarations.empty()) {
    const std::size_t end = std::min(declarations.find(';'), declarations.size());
    const std::string_view declaration = declarations.substr(0, end);
    const std::size_t colon = declaration.find(':');
    if (colon != std::string_view::npos) {
      apply_declaration(lower(trimmed(declaration.substr(0, colon))),
                        lower(trimmed(declaration.substr(colon + 1))), style);
    }
    declarations.remove_prefix(std::min(end + 1, declarations.size()));
  }
}

}  // namespace tally::text
