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

}  // namespace
}  // namespace tally::text
