// SPDX-License-Identifier: Apache-2.0
#include "tally/text/long_token.h"

#include <algorithm>
#include <bit>

namespace tally::text {

namespace {

constexpr std::size_t kShown = 8;

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::string_view first_characters(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  while (at < text.size() && (count > 0 || !starts_character(text[at]))) {
    count -= starts_character(text[at]) ? 1 : 0;
    ++at;
  }
  return text.substr(0, at);
}

}  // namespace

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string summary_of(std::string_view token) {
  return std::string(kSummaryMark) + ":" + std::string(first_characters(token, kShown)) + ":" +
         std::to_string(std::bit_floor(characters_in(token)));
}

}  // namespace tally::text
