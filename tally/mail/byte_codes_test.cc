#include "tally/mail/byte_codes.h"

#include <gmime/gmime.h>
#include <gtest/gtest.h>

#include "tally/mail/mail_test.h"

namespace tally::mail {
namespace {

std::string base64(std::string_view text) {
  std::string out;
  append_base64(text, out);
  return out;
}

std::string quoted_printable(std::string_view text) {
  std::string out;
  append_quoted_printable(text, out);
  return out;
}

TEST(ByteCodes, Base64) {
  // RFC 4648, section 10.
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("Zg=="), "f");
  EXPECT_EQ(base64("Zm8="), "fo");
  EXPECT_EQ(base64("Zm9v"), "foo");
  EXPECT_EQ(base64("Zm9vYmE="), "fooba");
  EXPECT_EQ(base64("Zm\r\n9v!"), "foo");
}

TEST(ByteCodes, QuotedPrintable) {
  EXPECT_EQ(quoted_printable("a=3Db=\nc=\r\nd"), "a=bcd");
  EXPECT_EQ(quoted_printable("caf=e9 =XY"), "caf\xe9 =XY");
  EXPECT_EQ(quoted_printable("cut off ="), "cut off ");
}

TEST(ByteCodes, AppendToWhatIsThere) {
  std::string out = "a";
  append_base64("Yg==", out);
  append_quoted_printable("=63", out);
  EXPECT_EQ(out, "abc");
}

std::string by_gmime(GMimeContentEncoding encoding, const std::string& text) {
  GMimeEncoding state;
  g_mime_encoding_init_decode(&state, encoding);
  std::string out(g_mime_encoding_outlen(&state, text.size()), '\0');
  out.resize(g_mime_encoding_flush(&state, text.data(), text.size(), out.data()));
  return out;
}

TEST(ByteCodes, AsGmimeReadsThem) {
  RandomText random({"YWJj", "Zg==", "Zm8=", "A", "QUJD\n", "=", "=3D", "=e9", "=g1", "==", "=\n",
                     "=\r\n", "\r", "\n", " ", "!", "x"});
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random.next(7);
    ASSERT_EQ(base64(text), by_gmime(GMIME_CONTENT_ENCODING_BASE64, text)) << text;
    ASSERT_EQ(quoted_printable(text), by_gmime(GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE, text))
        << text;
  }
}

}  // namespace
}  // namespace tally::mail
