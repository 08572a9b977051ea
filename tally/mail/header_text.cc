// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/header_text.h"

#include <algorithm>
#include <cstdint>

namespace tally {

namespace {

constexpr std::size_t kMostEncoded = 45;  // bytes, so that an encoded word is no longer than 75

bool is_control(char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }
bool is_printable(char c) { return c >= ' ' && c < '\x7f'; }
bool continues_character(char c) { return (c & 0xC0) == 0x80; }

bool is_plain(std::string_view word) {
  return std::all_of(word.begin(), word.end(), is_printable) &&
         word.find("=?") == std::string_view::npos;
}

std::string base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view three = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < three.size() ? static_cast<unsigned char>(three[k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= three.size() ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

// A reader takes away the spaces between encoded words.
std::string encoded(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t end = std::min(text.size(), kMostEncoded);
    while (end > 1 && end < text.size() && continues_character(text[end])) --end;
    if (!out.empty()) out += ' ';
    out += "=?UTF-8?B?" + base64(text.substr(0, end)) + "?=";
    text.remove_prefix(end);
  }
  return out;
}

std::size_t end_of_word(std::string_view text, std::size_t start) {
  return std::min(text.find(' ', start), text.size());
}

// Where the words that need encoding end, one behind the other.
std::size_t end_of_encoded(std::string_view text, std::size_t end) {
  for (;;) {
    const std::size_t next = std::min(text.find_first_not_of(' ', end), text.size());
    const std::size_t next_end = end_of_word(text, next);
    if (is_plain(text.substr(next, next_end - next))) return end;
    end = next_end;
  }
}

}  // namespace

std::string header_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = end_of_word(text, at);
    const std::string_view word = text.substr(at, end - at);
    if (is_plain(word)) {
      end = std::min(end + 1, text.size());
      out += text.substr(at, end - at);
    } else {
      end = end_of_encoded(text, end);
      out += encoded(text.substr(at, end - at));
    }
    at = end;
  }
  return out;
}

bool is_one_line(std::string_view text) {
  return std::none_of(text.begin(), text.end(), is_control);
}

}  // namespace tally
