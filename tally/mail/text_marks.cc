// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/text_marks.h"

#include <algorithm>

#include "tally/mail/ascii.h"

namespace tally::mail {

namespace {

constexpr std::size_t kLongestNumber = 12;
constexpr std::size_t kShortestShout = 3;
constexpr std::size_t kLongestShout = 20;
constexpr std::size_t kMostExclamations = 5;

bool is_number_char(char c) { return is_digit(c) || c == ',' || c == '.'; }

std::string_view number_at(std::string_view text, std::size_t start) {
  std::size_t end = start;
  while (end < text.size() && end - start <= kLongestNumber && is_number_char(text[end])) ++end;
  while (end > start && !is_digit(text[end - 1])) --end;
  return text.substr(start, end - start);
}

}  // namespace

void add_marks(std::string_view text, Zone zone, std::string_view prefix, Evidence& evidence,
               TextStyle& style) {
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (is_letter(c)) {
      std::size_t end = i;
      std::size_t capitals = 0;
      for (; end < text.size() && is_letter(text[end]); ++end) capitals += is_upper(text[end]);
      const std::size_t length = end - i;
      style.letters += length;
      style.capitals += capitals;
      if (capitals == length && length >= kShortestShout && length <= kLongestShout) {
        evidence.add(zone, prefix, text.substr(i, length));
      }
      i = end;
    } else if (c == '$') {
      const std::string_view number = number_at(text, i + 1);
      if (!number.empty()) evidence.add(zone, prefix, text.substr(i, number.size() + 1));
      i += 1 + number.size();
    } else if (c == '!') {
      std::size_t end = i;
      while (end < text.size() && text[end] == '!') ++end;
      const std::size_t length = std::min(end - i, kMostExclamations);
      if (length > 1) evidence.add(zone, prefix, text.substr(i, length));
      i = end;
    } else if (is_digit(c)) {
      const std::string_view number = number_at(text, i);
      const std::size_t end = i + number.size();
      if (end < text.size() && text[end] == '%') {
        evidence.add(zone, prefix, text.substr(i, number.size() + 1));
      }
      i = end;
    } else {
      ++i;
    }
  }
}

}  // namespace tally::mail
