// SPDX-License-Identifier: Apache-2.0
#include "tally/text/ascii_words.h"

#include <unicode/uvernum.h>

#include <array>
#include <bit>
#include <cstdint>

#include "tally/text/word_bytes.h"

namespace tally::text {

namespace {

// Bits, so that "a mark that may stand between two of these" is one look-up for each of the three.
enum : std::uint8_t {
  kLetter = 1,
  kDigit = 2,
  kBetweenLetters = 4,
  kBetweenDigits = 8,
};

constexpr bool kAtIsALetter = U_ICU_VERSION_MAJOR_NUM >= 72;

constexpr std::array<std::uint8_t, 128> make_classes() {
  std::array<std::uint8_t, 128> classes{};
  for (char c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = kLetter;
  for (char c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = kLetter;
  for (char c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = kDigit;
  classes['\''] = classes['.'] = kBetweenLetters | kBetweenDigits;
  classes[','] = classes[';'] = kBetweenDigits;
  (kAtIsALetter ? classes['@'] : classes[':']) = kAtIsALetter ? kLetter : kBetweenLetters;
  return classes;
}

constexpr std::array<std::uint8_t, 128> kClasses = make_classes();

std::uint8_t class_of(char byte) { return kClasses[static_cast<unsigned char>(byte) & 0x7F]; }

bool joins(char before, char mark, char behind) {
  const std::uint8_t both = class_of(before) & class_of(behind);
  return (static_cast<unsigned>(both) << 2 & class_of(mark)) != 0;
}

static_assert(kLetter << 2 == kBetweenLetters && kDigit << 2 == kBetweenDigits);

// Calls f(position) wherever a run of bytes of words begins or ends, in turn.
template <class F>
void for_each_edge(std::string_view text, F&& f) {
  constexpr std::size_t kAtOnce = 2048;
  std::array<std::uint64_t, kAtOnce / 64> words;
  std::uint64_t before = 0;
  for (std::size_t at = 0; at < text.size(); at += kAtOnce) {
    const std::string_view some = text.substr(at, kAtOnce);
    find_word_bytes(some, words.data());
    for (std::size_t i = 0; 64 * i < some.size(); ++i) {
      const std::uint64_t bits = words[i];
      for (std::uint64_t edges = bits ^ (bits << 1 | before); edges != 0; edges &= edges - 1) {
        f(at + 64 * i + static_cast<std::size_t>(std::countr_zero(edges)));
      }
      before = bits >> 63;
    }
  }
  if (before != 0) f(text.size());
}

}  // namespace

void cut_ascii_words(std::string_view text, std::vector<std::string_view>& words) {
  std::size_t begin = 0, end = 0;  // the word so far, which a mark may still join to the next
  bool inside = false;
  const auto add = [&] {
    if (end == begin || (end - begin == 1 && text[begin] == '_')) return;
    words.push_back(text.substr(begin, end - begin));
  };
  for_each_edge(text, [&](std::size_t at) {
    if (inside) {
      end = at;
    } else if (end == begin || text[end] == ' ' || at != end + 1 ||
               !joins(text[end - 1], text[end], text[at])) {
      add();
      begin = at;
    }
    inside = !inside;
  });
  add();
}

}  // namespace tally::text
