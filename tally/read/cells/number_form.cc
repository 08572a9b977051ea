// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/number_form.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tally/read/cells/cell.h"
#include "tally/read/cells/number_text.h"

namespace tally {

namespace {

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

std::string_view without_percent(std::string_view text) {
  if (!text.ends_with('%')) return text;
  text.remove_suffix(1);
  return trimmed(text);
}

// "1,234,567" → "1234567", if the groups before the decimal are of three digits but for the first;
// std::nullopt if there is a separator where none may be.
std::optional<std::string> ungrouped(std::string_view text, char decimal, char separator) {
  std::string plain;
  plain.reserve(text.size());
  std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  plain.append(text.substr(0, at));
  const std::string_view whole = text.substr(at, text.find(decimal) - at);
  for (std::size_t group = 0, start = 0; start <= whole.size(); ++group) {
    const std::size_t end = std::min(whole.find(separator, start), whole.size());
    const std::string_view digits = whole.substr(start, end - start);
    if (group > 0 ? digits.size() != 3 : digits.empty() || digits.size() > 3) return std::nullopt;
    if (group == 0 && digits[0] == '0') return std::nullopt;
    if (!std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
    plain.append(digits);
    start = end + 1;
  }
  return plain.append(text.substr(at + whole.size()));
}

// The same number with a point as its decimal and no groups; std::nullopt if it is none.
std::optional<std::string> with_point(std::string_view text, const NumberForm& form) {
  const char separator = form.decimal == '.' ? ',' : '.';
  std::string plain(text);
  if (text.find(separator) != std::string_view::npos) {
    std::optional<std::string> joined =
        form.grouped ? ungrouped(text, form.decimal, separator) : std::nullopt;
    if (!joined) return std::nullopt;
    plain = *std::move(joined);
  }
  std::replace(plain.begin(), plain.end(), ',', '.');
  return plain;
}

bool is_plain(std::string_view text) { return text.find_first_of(",.%") == std::string_view::npos; }

}  // namespace

std::optional<double> read_formed_number(std::string_view text, const NumberForm& form) {
  if (form.decimal == '.' || is_plain(text)) {
    if (const std::optional<double> number = read_number(text)) return number;
  }
  if (is_plain(text)) return std::nullopt;
  const std::optional<std::string> plain = with_point(without_percent(text), form);
  return plain ? read_number(*plain) : std::nullopt;
}

std::optional<Label> read_formed_label(std::string_view text, const NumberForm& form) {
  if (form.decimal == '.' || is_plain(text)) {
    if (std::optional<Label> label = Label::parse(text, ValueType::kNumber)) return label;
  }
  const std::optional<double> number = read_formed_number(text, form);
  if (!number || !std::isfinite(*number)) return std::nullopt;
  return Label::of(*number);
}

Punctuation punctuation_of(std::string_view text) {
  if (text.find_first_of(",.") == std::string_view::npos) return Punctuation::kNone;
  const bool by_point = read_formed_number(text, {'.', true}).has_value();
  const bool by_comma = read_formed_number(text, {',', true}).has_value();
  if (by_point && by_comma) return Punctuation::kAmbiguous;
  return by_point ? Punctuation::kPoint : by_comma ? Punctuation::kComma : Punctuation::kNone;
}

}  // namespace tally
