// SPDX-License-Identifier: Apache-2.0
// Numbers out of text, fast.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tally/base/text_words.h"
#include "tally/label.h"

namespace tally {

namespace internal {

constexpr double kPowersOfTen[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
constexpr std::size_t kMostDigits = 15;  // of an integer that is surely below 2^53

constexpr std::uint64_t eight_times(std::uint64_t byte) { return byte * 0x0101010101010101U; }

/// The lowest bit that is set belongs to the first byte of the word that is zero.
inline std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - eight_times(0x01)) & ~word & eight_times(0x80);
}

/// Not zero if a byte is above nine.
inline std::uint64_t above_nine(std::uint64_t word) {
  return ((word + eight_times(0x76)) | word) & eight_times(0x80);
}

/// The number of eight digits, a byte each, the first the least significant: pairs, then fours,
/// then all of them are put together.
inline std::uint64_t join_digits(std::uint64_t word) {
  word = word * 10 + (word >> 8);
  constexpr std::uint64_t kMask = 0x000000FF000000FF;
  return ((word & kMask) * 0x000F424000000064 + ((word >> 16) & kMask) * 0x0000271000000001) >> 32;
}

/// Takes the byte at `bit` out; those before it move up, and `from_below` comes in.
inline std::uint64_t without_byte(std::uint64_t word, int bit, std::uint64_t from_below) {
  const std::uint64_t before = (std::uint64_t{1} << bit) - 1;
  return (word & ~before & (~std::uint64_t{0xFF} << bit)) | (word & before) << 8 | from_below;
}

}  // namespace internal

/// As parse_number, to the last bit, for a decimal of up to 15 digits with nothing else but a minus
/// and a point; gives false for any other text, number or not. All sixteen bytes are worked on at
/// once, without a loop. REQUIRES: the sixteen bytes up to the end of the text may be read.
inline bool read_decimal_in_place(std::string_view text, double& number) {
  using namespace internal;  // NOLINT(google-build-using-namespace): the parts of this function
  if (text.empty()) return false;
  const std::uint64_t sign = text.front() == '-' ? 1 : 0;
  text.remove_prefix(sign);
  if (text.size() > kTextWordsSize) return false;
  const TextWords mask = last_bytes(text.size());
  const char* const end = text.data() + text.size();
  std::uint64_t low = (load_word(end - 16) ^ eight_times('0')) & mask.low;
  std::uint64_t high = (load_word(end - 8) ^ eight_times('0')) & mask.high;
  std::size_t digits = text.size();
  std::size_t places = 0;
  constexpr std::uint64_t kPoint = '.' ^ '0';
  if (const std::uint64_t points = zero_bytes(high ^ eight_times(kPoint)); points != 0) {
    const int bit = std::countr_zero(points) & ~7;
    high = without_byte(high, bit, low >> 56);
    low <<= 8;
    places = static_cast<std::size_t>(7 - bit / 8);
    --digits;
  } else if (const std::uint64_t early = zero_bytes(low ^ eight_times(kPoint)); early != 0) {
    const int bit = std::countr_zero(early) & ~7;
    low = without_byte(low, bit, 0);
    places = static_cast<std::size_t>(15 - bit / 8);
    --digits;
  }
  if (digits - 1 >= kMostDigits || (above_nine(low) | above_nine(high)) != 0) return false;
  const std::uint64_t whole = join_digits(low) * 100'000'000 + join_digits(high);
  const double value = static_cast<double>(static_cast<std::int64_t>(whole)) / kPowersOfTen[places];
  // A branch would often be guessed wrong: signs have no pattern.
  number = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) | sign << 63);
  return true;
}

/// As parse_number, to the last bit. A short decimal takes a fast path: its digits make an integer
/// below 2^53 and the point a power of ten up to 10^22, both exact, so that one division rounds
/// correctly (Clinger 1990).
inline std::optional<double> read_number(std::string_view text) {
  using internal::kMostDigits;
  using internal::kPowersOfTen;
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

}  // namespace tally
