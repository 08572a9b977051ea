// SPDX-License-Identifier: Apache-2.0
#include "tally/text/white_space.h"

namespace tally::text {

namespace {

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

bool is_wide_white_space(std::string_view three) {
  const auto last = static_cast<unsigned char>(three.size() < 3 ? 0 : three[2]);
  if (three.starts_with("\xE2\x80")) {  // U+2000 … U+200A, U+2028, U+2029, U+202F
    return (last >= 0x80 && last <= 0x8A) || last == 0xA8 || last == 0xA9 || last == 0xAF;
  }
  return three == "\xE1\x9A\x80" || three == "\xE2\x81\x9F" || three == "\xE3\x80\x80";
}

}  // namespace

std::size_t white_space_length(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return byte == ' ' || (byte >= '\t' && byte <= '\r') ? 1 : 0;
  if (byte == 0xC2) {
    const std::string_view two = text.substr(at, 2);
    return two == "\xC2\x85" || two == "\xC2\xA0" ? 2 : 0;
  }
  if (byte < 0xE1 || byte > 0xE3) return 0;
  return is_wide_white_space(text.substr(at, 3)) ? 3 : 0;
}

void cut_at_white_space(std::string_view text, std::vector<std::string_view>& tokens) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t space = white_space_length(text, at);
    if (space > 0 && at > begin) tokens.push_back(text.substr(begin, at - begin));
    at += space > 0 ? space : 1;
    if (space > 0) begin = at;
  }
  if (begin < text.size()) tokens.push_back(text.substr(begin));
}

void collapse_white_space(std::string_view text, std::string& out) {
  out.clear();
  bool was_space = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t space = white_space_length(text, at);
    if (space == 0) out += text[at];
    if (space > 0 && !was_space) out += ' ';
    was_space = space > 0;
    at += space > 0 ? space : 1;
  }
}

std::size_t piece_length(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text.size();
  for (std::size_t end = most; end > most / 2; --end) {
    if (white_space_length(text, end - 1) == 1) return end;
  }
  std::size_t end = most;
  while (is_continuation(text[end])) --end;
  return end;
}

}  // namespace tally::text
