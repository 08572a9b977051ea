// SPDX-License-Identifier: Apache-2.0
// Letters and digits of ASCII, whatever the locale.
#pragma once

#include <string>
#include <string_view>

namespace tally::ascii {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
constexpr bool is_alnum(char c) { return is_letter(c) || is_digit(c); }
constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_beyond_ascii(char c) { return (c & 0x80) != 0; }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
/// The value of a hexadecimal digit, or −1.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

inline std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = to_lower(c);
  return out;
}

/// REQUIRES: `small` is lower case.
inline bool starts_with_folded(std::string_view text, std::string_view small) {
  if (text.size() < small.size()) return false;
  for (std::size_t i = 0; i < small.size(); ++i) {
    if (to_lower(text[i]) != small[i]) return false;
  }
  return true;
}

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace tally::ascii
