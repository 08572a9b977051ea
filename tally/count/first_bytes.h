// SPDX-License-Identifier: Apache-2.0
// The first eight bytes of a text as a number that orders texts as far as they go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tally {

/// A shorter text is padded with zeros. Equal numbers say nothing about the order of the texts.
inline std::uint64_t first_bytes(std::string_view text) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text.data(), std::min(text.size(), sizeof bytes));
  return __builtin_bswap64(bytes);
}

}  // namespace tally
