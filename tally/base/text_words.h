// SPDX-License-Identifier: Apache-2.0
// A short text as two machine words.
//
// The words are the sixteen bytes that end where the text ends; those in front of it are made zero.
// No loop and no branch depends on the length, so that texts of all lengths cost the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tally {

constexpr std::size_t kTextWordsSize = 16;

/// The last byte of the text is the most significant one of `high`.
struct TextWords {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

inline std::uint64_t load_word(const char* from) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof(word));
  return word;
}

/// Ones over the last `size` of sixteen bytes. REQUIRES: size <= 16.
inline TextWords last_bytes(std::size_t size) {
  static constexpr char kZerosThenOnes[] =
      "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
      "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
  return {load_word(kZerosThenOnes + size), load_word(kZerosThenOnes + size + 8)};
}

/// REQUIRES: text.size() <= 16; the sixteen bytes up to the end of the text may be read.
inline TextWords words_in_place(std::string_view text) {
  const char* const end = text.data() + text.size();
  const TextWords mask = last_bytes(text.size());
  return {load_word(end - 16) & mask.low, load_word(end - 8) & mask.high};
}

/// The same for a text with nothing before it. REQUIRES: text.size() <= 16.
inline TextWords words_of(std::string_view text) {
  const char* const end = text.data() + text.size();
  const std::size_t size = text.size();
  if (size > 8) return {load_word(text.data()) << (8 * (16 - size)), load_word(end - 8)};
  if (size == 8) return {0, load_word(text.data())};
  std::uint64_t high = 0;
  if (size >= 4) {
    std::uint32_t first, last;
    std::memcpy(&first, text.data(), sizeof(first));
    std::memcpy(&last, end - 4, sizeof(last));
    high = std::uint64_t{first} << (8 * (8 - size)) | std::uint64_t{last} << 32;
  } else {
    for (const char byte : text) {
      high = high >> 8 | static_cast<std::uint64_t>(static_cast<unsigned char>(byte)) << 56;
    }
  }
  return {0, high};
}

/// Whether words_in_place may be used of a text in a buffer that starts at `bytes`.
inline bool has_words_before_end(const char* bytes, std::string_view text) {
  return text.data() + text.size() - bytes >= static_cast<std::ptrdiff_t>(kTextWordsSize);
}

}  // namespace tally
