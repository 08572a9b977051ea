// SPDX-License-Identifier: Apache-2.0
#include "tally/text/ascii.h"

#include <cstdint>
#include <cstring>

namespace tally::text {

namespace {

constexpr std::size_t kStep = 32;

bool is_ascii_step(const char* bytes) {
  std::uint64_t words[4];
  std::memcpy(words, bytes, kStep);
  return ((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080U) == 0;
}

}  // namespace

std::size_t ascii_length(std::string_view text) {
  std::size_t at = 0;
  while (at + kStep <= text.size() && is_ascii_step(text.data() + at)) at += kStep;
  // What is left is looked at together with some of what was.
  const bool is_end = text.size() >= kStep && at + kStep > text.size();
  if (is_end && is_ascii_step(text.data() + text.size() - kStep)) return text.size();
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

void fold_ascii(std::string_view text, std::string& out) {
  out.resize(text.size());
  char* to = out.data();
  for (const char byte : text) {
    const bool is_capital = byte >= 'A' && byte <= 'Z';
    *to++ = static_cast<char>(byte | (is_capital ? 0x20 : 0));
  }
}

}  // namespace tally::text
