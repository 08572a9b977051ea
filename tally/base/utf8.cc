// SPDX-License-Identifier: Apache-2.0
#include "tally/base/utf8.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tally {

namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080U;

template <class Integer>
std::uint64_t bytes_at(const char* from) {
  Integer bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// A text of four to sixteen bytes by its first and its last ones, which may overlap.
bool is_short_ascii(std::string_view text) {
  const char* const end = text.data() + text.size();
  if (text.size() >= 8 && text.size() <= 16) {
    return ((bytes_at<std::uint64_t>(text.data()) | bytes_at<std::uint64_t>(end - 8)) &
            kHighBits) == 0;
  }
  return text.size() >= 4 && text.size() < 8 &&
         ((bytes_at<std::uint32_t>(text.data()) | bytes_at<std::uint32_t>(end - 4)) & kHighBits) ==
             0;
}

// REQUIRES: at least 32 bytes.
bool begins_with_ascii(const char* text) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < 32; i += 8) bytes |= bytes_at<std::uint64_t>(text + i);
  return (bytes & kHighBits) == 0;
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

// The second byte of some leads has a narrower range: that shuts out overlong forms, surrogates and
// numbers past U+10FFFF.
std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const unsigned char least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (second < least || second > most) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  return length;
}

bool is_utf8(std::string_view text) {
  if (is_short_ascii(text)) return true;
  while (!text.empty()) {
    if (text.size() >= 32 && begins_with_ascii(text.data())) {
      text.remove_prefix(32);
      continue;
    }
    if (text.size() >= 8 && (bytes_at<std::uint64_t>(text.data()) & kHighBits) == 0) {
      text.remove_prefix(8);
      continue;
    }
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace tally
