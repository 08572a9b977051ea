// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/transfer_encoding.h"

#include <gtest/gtest.h>

namespace tally::mail {
namespace {

std::string decoded(std::string_view encoded, std::string_view encoding, std::size_t most = 1000) {
  std::string buffer;
  return std::string(decode_transfer(encoded, encoding, most, buffer).bytes);
}

TEST(TransferEncoding, Decodes) {
  // The test vectors of RFC 4648, section 10.
  EXPECT_EQ(decoded("Zm9v", "base64"), "foo");
  EXPECT_EQ(decoded("Zm9vYg==", "base64"), "foob");
  EXPECT_EQ(decoded("Zm9v\nYmFy\n", "base64"), "foobar");
  EXPECT_EQ(decoded("a=3Db=\nc caf=E9", "quoted-printable"), "a=bc caf\xe9");
  // "Cat", the usual example of uuencode.
  EXPECT_EQ(decoded("begin 644 cat.txt\n#0V%T\n`\nend\n", "x-uuencode"), "Cat");
  EXPECT_EQ(decoded("#0V%T\n`\n", "x-uuencode"), "Cat");
  EXPECT_EQ(decoded("as it is", "8bit"), "as it is");
  EXPECT_EQ(decoded("as it is", "nonsense"), "as it is");
}

TEST(TransferEncoding, SaysWhatIsBroken) {
  std::string buffer;
  EXPECT_TRUE(decode_transfer("Zm9v!!", "base64", 100, buffer).is_broken);
  EXPECT_FALSE(decode_transfer("Zm9v\r\n", "base64", 100, buffer).is_broken);
  EXPECT_TRUE(decode_transfer("=XY", "quoted-printable", 100, buffer).is_broken);
  EXPECT_TRUE(decode_transfer("x=", "quoted-printable", 100, buffer).bytes.starts_with("x"));
  EXPECT_FALSE(decode_transfer("=\n=3D", "quoted-printable", 100, buffer).is_broken);
}

TEST(TransferEncoding, GivesNoMoreThanAllowed) {
  std::string buffer;
  const Decoded cut = decode_transfer("Zm9vYmFy", "base64", 4, buffer);
  EXPECT_EQ(cut.bytes, "foob");
  EXPECT_TRUE(cut.is_cut);
  EXPECT_FALSE(decode_transfer("Zm9vYmFy", "base64", 6, buffer).is_cut);
  EXPECT_TRUE(decode_transfer("abc", "7bit", 2, buffer).is_cut);
  EXPECT_EQ(decoded("abc", "7bit", 0), "");
  EXPECT_EQ(decoded("", "base64"), "");
}

// What comes out is the beginning of the whole, wherever the limit cuts: within a code, a group of
// letters or a line. What is cut is not broken.
TEST(TransferEncoding, TheLimitMayLieAnywhere) {
  const std::pair<std::string, std::string> cases[] = {
      {"Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmE=", "base64"},
      {"Zm9v\nYmFy\nZm9v\nYmFy\nZm9v\nYmFy\nZg==\n", "base64"},
      {"=41=42=43=44=45=46=47=48=49=4A=4B=4C", "quoted-printable"},
      {"ab=43def=47hij=4Bl=\nmn=4Fp=\r\nqr=53=54", "quoted-printable"},
      {"as it is, and no more than that", "8bit"}};
  for (const auto& [encoded, encoding] : cases) {
    const std::string whole = decoded(encoded, encoding);
    for (std::size_t most = 0; most <= whole.size() + 2; ++most) {
      std::string buffer;
      const Decoded cut = decode_transfer(encoded, encoding, most, buffer);
      ASSERT_EQ(cut.bytes, whole.substr(0, most)) << encoded << " " << most;
      ASSERT_EQ(cut.is_cut, whole.size() > most) << encoded << " " << most;
      ASSERT_FALSE(cut.is_broken) << encoded << " " << most;
    }
  }
}

// A code that is broken at the very end of the text, or just behind what is looked at.
TEST(TransferEncoding, BrokenAtTheEnd) {
  std::string buffer;
  for (const char* text : {"=", "a=\n", "a=\r\n", "a=\t", "=41"}) {
    EXPECT_FALSE(decode_transfer(text, "quoted-printable", 100, buffer).is_broken) << text;
  }
  for (const char* text : {"=4", "a=4G", "=G4", "=4=", "==41", "a=\xFF"}) {
    EXPECT_TRUE(decode_transfer(text, "quoted-printable", 100, buffer).is_broken) << text;
  }
}

}  // namespace
}  // namespace tally::mail
