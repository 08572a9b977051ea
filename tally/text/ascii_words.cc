#include "tally/text/ascii_words.h"

#include <unicode/uvernum.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

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

// --- the bytes of words, 64 at a time: one bit each ---

constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kHighBits = 0x8080808080808080;

// Eight bytes, none above 0x7F: the high bit of each that lies between `least` and `most`.
constexpr std::uint64_t between(std::uint64_t bytes, unsigned char least, unsigned char most) {
  return (bytes + kOnes * (0x80U - least)) & ~(bytes + kOnes * (0x7FU - most)) & kHighBits;
}

std::uint64_t bits_of_eight(const char* from) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  std::uint64_t found =
      between(bytes | kOnes * 0x20, 'a', 'z') | between(bytes, '0', '9') | between(bytes, '_', '_');
  if (kAtIsALetter) found |= between(bytes, '@', '@');
  // Gathers the eight high bits in the topmost byte, that of the first byte lowest.
  return ((found >> 7) * 0x0102040810204080) >> 56;
}

std::uint64_t bits_of_64(const char* from) {
  std::uint64_t bits = 0;
  for (int i = 0; i < 8; ++i) bits |= bits_of_eight(from + 8 * i) << (8 * i);
  return bits;
}

std::uint64_t bits_of_last(std::string_view rest) {
  char padded[64] = {};
  std::copy(rest.begin(), rest.end(), padded);
  return bits_of_64(padded);
}

// Calls f(position) wherever a run of bytes of words begins or ends, in turn.
template <class F>
void for_each_edge(std::string_view text, F&& f) {
  std::uint64_t before = 0;
  for (std::size_t at = 0; at < text.size(); at += 64) {
    const bool is_whole = text.size() - at >= 64;
    const std::uint64_t bits =
        is_whole ? bits_of_64(text.data() + at) : bits_of_last(text.substr(at));
    for (std::uint64_t edges = bits ^ (bits << 1 | before); edges != 0; edges &= edges - 1) {
      f(at + static_cast<std::size_t>(std::countr_zero(edges)));
    }
    before = bits >> 63;
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
    } else if (end == begin || at != end + 1 || !joins(text[end - 1], text[end], text[at])) {
      add();
      begin = at;
    }
    inside = !inside;
  });
  add();
}

}  // namespace tally::text
