#include "tally/text/ascii.h"

#include <cstdint>
#include <cstring>

namespace tally::text {

std::size_t ascii_length(std::string_view text) {
  constexpr std::size_t kStep = 32;
  std::size_t at = 0;
  for (; at + kStep <= text.size(); at += kStep) {
    std::uint64_t words[4];
    std::memcpy(words, text.data() + at, kStep);
    if (((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080U) != 0) break;
  }
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
