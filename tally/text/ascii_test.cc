// SPDX-License-Identifier: Apache-2.0
#include "tally/text/ascii.h"

#include <gtest/gtest.h>
#include <unicode/normalizer2.h>

namespace tally::text {
namespace {

TEST(Ascii, TheFirstByteThatIsNotIsFoundWhereverItStands) {
  for (std::size_t size = 0; size < 100; ++size) {
    std::string text(size, 'a');
    EXPECT_TRUE(is_ascii(text));
    for (std::size_t at = 0; at < size; ++at) {
      text[at] = '\x80';
      EXPECT_EQ(ascii_length(text), at);
      text[at] = '\x7F';
    }
  }
}

TEST(Ascii, FoldsAsUnicodeDoes) {
  UErrorCode status = U_ZERO_ERROR;
  const auto* folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
  ASSERT_TRUE(U_SUCCESS(status));
  for (char byte = 0; byte >= 0 && byte < 0x7F; ++byte) {
    const std::string text{byte, 'Z', byte};
    std::string folded, expected;
    fold_ascii(text, folded);
    folding->normalize(icu::UnicodeString::fromUTF8(text), status).toUTF8String(expected);
    EXPECT_EQ(folded, expected) << int{byte};
  }
}

// Every byte beyond ASCII, alone and with a second one behind it, at every place of 130.
TEST(Ascii, EveryByteBeyondIt) {
  for (std::size_t size = 1; size <= 130; size += size < 28 ? 9 : 1) {
    for (std::size_t at = 0; at < size; ++at) {
      for (const int byte : {0x80, 0x81, 0xBF, 0xC3, 0xFE, 0xFF}) {
        std::string text(size, '\x7F');
        text[at] = static_cast<char>(byte);
        ASSERT_EQ(ascii_length(text), at) << size;
        text.back() = '\x80';
        ASSERT_EQ(ascii_length(text), at) << size;
        // What stands behind the text is not looked at.
        text.back() = '\xFF';
        ASSERT_EQ(ascii_length(std::string_view(text).substr(0, at)), at) << size;
      }
    }
  }
}

TEST(Ascii, FoldsAtEveryPlace) {
  for (std::size_t size = 0; size <= 70; ++size) {
    for (int shift = 0; shift < 128; shift += 5) {
      std::string text, expected;
      for (std::size_t i = 0; i < size; ++i) {
        const auto byte = static_cast<char>((static_cast<int>(i) + shift) % 128);
        text += byte;
        expected += byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
      }
      std::string folded = "what was there before";
      fold_ascii(text, folded);
      ASSERT_EQ(folded, expected);
    }
  }
}

}  // namespace
}  // namespace tally::text
