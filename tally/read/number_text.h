// Numbers out of text, fast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tally/batch/label.h"

namespace tally::csv {

/// As parse_number, to the last bit. A short decimal takes a short way: its digits make an integer
/// below 2^53 and the point a power of ten up to 10^22, both exact, so that one division rounds
/// correctly (Clinger 1990).
inline std::optional<double> read_number(std::string_view text) {
  static constexpr double kPowersOfTen[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  constexpr std::size_t kMostDigits = 15;
  const char* at = text.data();
  const char* const end = at + text.size();
  const bool is_negative = at != end && *at == '-';
  if (is_negative) ++at;
  std::uint64_t digits = 0;
  std::ptrdiff_t places = 0;
  const char* const first = at;
  while (at != end && static_cast<unsigned char>(*at - '0') < 10) {
    digits = 10 * digits + static_cast<std::uint64_t>(*at++ - '0');
  }
  std::ptrdiff_t length = at - first;
  if (at != end && *at == '.') {
    const char* const point = at++;
    while (at != end && static_cast<unsigned char>(*at - '0') < 10) {
      digits = 10 * digits + static_cast<std::uint64_t>(*at++ - '0');
    }
    places = at - point - 1;
    length += places;
  }
  if (at != end || length == 0 || length > static_cast<std::ptrdiff_t>(kMostDigits)) {
    return parse_number(text);
  }
  const double value = static_cast<double>(digits) / kPowersOfTen[places];
  return is_negative ? -value : value;
}

}  // namespace tally::csv
