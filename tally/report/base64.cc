// SPDX-License-Identifier: Apache-2.0
#include "tally/report/base64.h"

#include <algorithm>
#include <cstdint>

namespace tally {

std::string base64(std::string_view bytes) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t given = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      three = three << 8 | (i < given ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      out += i <= given ? kLetters[three >> (18 - 6 * i) & 63] : '=';
    }
  }
  return out;
}

}  // namespace tally
