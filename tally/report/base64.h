// SPDX-License-Identifier: Apache-2.0
// Arrays of numbers as text: RFC 4648, of their little-endian bytes.
#pragma once

#include <bit>
#include <span>
#include <string>
#include <string_view>

namespace tally {

std::string base64(std::string_view bytes);

template <class Number>
std::string base64_of(std::span<const Number> numbers) {
  static_assert(std::endian::native == std::endian::little, "the bytes would have to be turned");
  return base64({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
}

}  // namespace tally
