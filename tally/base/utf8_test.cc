// SPDX-License-Identifier: Apache-2.0
#include "tally/base/utf8.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace tally {
namespace {

// By the definition of UTF-8: `length` bytes with as many bits of the number as they hold.
std::string encode(std::uint32_t point, int length) {
  if (length == 1) return std::string(1, static_cast<char>(point));
  std::string out;
  for (int i = 0; i < length - 1; ++i) {
    out.insert(out.begin(), static_cast<char>(0x80 | (point & 0x3F)));
    point >>= 6;
  }
  const auto mark = static_cast<unsigned char>(0xFF00U >> length);
  out.insert(out.begin(), static_cast<char>(mark | point));
  return out;
}

int shortest_length(std::uint32_t point) {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

TEST(Utf8, EveryCharacterIsValidAndNoSurrogateIs) {
  for (std::uint32_t point = 0; point <= 0x10FFFF; ++point) {
    const bool is_surrogate = point >= 0xD800 && point <= 0xDFFF;
    ASSERT_EQ(is_utf8(encode(point, shortest_length(point))), !is_surrogate) << point;
  }
}

TEST(Utf8, NothingPastTheLastCharacter) {
  for (std::uint32_t point = 0x110000; point < 0x200000; point += 97) {
    ASSERT_FALSE(is_utf8(encode(point, 4))) << point;
  }
}

TEST(Utf8, NoOverlongForms) {
  for (std::uint32_t point = 0; point < 0x10000; ++point) {
    for (int length = shortest_length(point) + 1; length <= 4; ++length) {
      ASSERT_FALSE(is_utf8(encode(point, length))) << point;
    }
  }
}

TEST(Utf8, AStrayByteIsFoundAtEveryPlaceOfEveryLength) {
  for (std::size_t size = 1; size < 40; ++size) {
    EXPECT_TRUE(is_utf8(std::string(size, 'x')));
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, 'x');
      text[at] = '\xFF';
      EXPECT_FALSE(is_utf8(text)) << size << " " << at;
    }
  }
}

TEST(Utf8, CutCharactersAndStrayBytes) {
  const std::string text = "eight bytes and 是否 𝄞";
  EXPECT_TRUE(is_utf8(text));
  EXPECT_TRUE(is_utf8(""));
  EXPECT_FALSE(is_utf8(text.substr(0, text.size() - 1)));
  EXPECT_FALSE(is_utf8("latin \xE9t\xE9"));
  EXPECT_FALSE(is_utf8("\x80"));
  EXPECT_FALSE(is_utf8("\xFF\xFE"));
}

// Characters of all lengths, whole, cut and malformed, at every place of a text of ASCII: the text
// is as good as they are. Four, eight, sixteen and 32 bytes are looked at together.
TEST(Utf8, EveryKindAtEveryPlace) {
  const std::pair<std::string, bool> kinds[] = {{"é", true},
                                                {"€", true},
                                                {"𝄞", true},
                                                {"\xF4\x8F\xBF\xBF", true},
                                                {"\x7F", true},
                                                {std::string(1, '\0'), true},
                                                {"\x80", false},
                                                {"\xBF", false},
                                                {"\xC3", false},
                                                {"\xE2\x82", false},
                                                {"\xF0\x9D\x84", false},
                                                {"\xC0\xAF", false},
                                                {"\xC1\xBF", false},
                                                {"\xE0\x9F\xBF", false},
                                                {"\xED\xA0\x80", false},
                                                {"\xF0\x8F\xBF\xBF", false},
                                                {"\xF4\x90\x80\x80", false},
                                                {"\xF5\x80\x80\x80", false},
                                                {"\xFF", false}};
  for (std::size_t before = 0; before <= 70; ++before) {
    for (std::size_t behind = 0; behind <= 70; behind += before < 40 ? 1 : 5) {
      for (const auto& [kind, is_good] : kinds) {
        const std::string text = std::string(before, 'x') + kind + std::string(behind, 'x');
        ASSERT_EQ(is_utf8(text), is_good) << before << " " << behind << " " << kind.size();
        const std::string twice = text + "\xC3";
        ASSERT_FALSE(is_utf8(twice)) << before << " " << behind;
        ASSERT_EQ(is_utf8(std::string_view(twice).substr(0, text.size())), is_good);
      }
    }
  }
}

}  // namespace
}  // namespace tally
