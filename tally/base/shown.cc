// SPDX-License-Identifier: Apache-2.0
#include "tally/base/shown.h"

#include <algorithm>

#include "tally/base/utf8.h"

namespace tally {

namespace {

// REQUIRES: `character` is one, well-formed.
char32_t code_point(std::string_view character) {
  constexpr unsigned char kLeadBits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t code = static_cast<unsigned char>(character[0]) & kLeadBits[character.size()];
  for (const char c : character.substr(1))
    code = code << 6 | (static_cast<unsigned char>(c) & 0x3F);
  return code;
}

struct Range {
  char32_t first, last;
};
constexpr Range kUnprintable[] = {
    {0x00, 0x1F},       {0x7F, 0x9F},      // control characters
    {0x061C, 0x061C},   {0x200E, 0x200F},  // marks of direction
    {0x2028, 0x2029},                      // line and paragraph separators
    {0x202A, 0x202E},   {0x2066, 0x206F},  // embeddings, overrides, isolates; old format controls
    {0xFEFF, 0xFEFF},                      // a mark of byte order
    {0xFFF9, 0xFFFB},                      // annotations
    {0xE0001, 0xE0001},                    // a tag of language
};

bool is_printable(char32_t code) {
  return std::none_of(std::begin(kUnprintable), std::end(kUnprintable), [&](const Range& range) {
    return range.first <= code && code <= range.last;
  });
}

void add_hex(char byte, std::string& out) {
  static constexpr char kHex[] = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  out += {'\\', 'x', kHex[value >> 4], kHex[value & 15]};
}

std::string shown(std::string_view text, bool keep_line_feeds) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    // Of a malformed character, the first byte: the next may begin another.
    const std::string_view next = text.substr(0, std::max<std::size_t>(length, 1));
    if (length > 0 && (is_printable(code_point(next)) || (keep_line_feeds && next == "\n"))) {
      out += next;
    } else {
      for (const char byte : next) add_hex(byte, out);
    }
    text.remove_prefix(next.size());
  }
  return out;
}

}  // namespace

std::string shown(std::string_view text) { return shown(text, false); }
std::string shown_lines(std::string_view text) { return shown(text, true); }

}  // namespace tally
