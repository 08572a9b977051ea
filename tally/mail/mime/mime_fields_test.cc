// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/mime_fields.h"

#include <gtest/gtest.h>

namespace tally::mail {
namespace {

MimeFields fields_of(std::string_view headers) {
  HeaderBlock block;
  read_headers(headers, headers.size(), block);
  return read_mime_fields(block);
}

TEST(MimeFields, Usual) {
  const MimeFields fields = fields_of(
      "Content-Type: Text/HTML; charset=\"UTF-8\"\nContent-Transfer-Encoding: Base64\n"
      "Content-Disposition: INLINE; filename=a.html\n\n");
  EXPECT_TRUE(fields.is_declared);
  EXPECT_EQ(fields.type, "text/html");
  EXPECT_EQ(fields.charset, "UTF-8");
  EXPECT_EQ(fields.encoding, "base64");
  EXPECT_EQ(fields.disposition, "inline");
  EXPECT_EQ(fields.file_name, "a.html");
}

TEST(MimeFields, NothingDeclared) {
  const MimeFields fields = fields_of("From: a\n\n");
  EXPECT_FALSE(fields.is_declared);
  EXPECT_EQ(fields.type, "text/plain");
  EXPECT_EQ(fields.encoding, "");
}

TEST(MimeFields, ParametersInPieces) {
  // The example of RFC 2231, section 4.1, and a name in pieces.
  EXPECT_EQ(fields_of("Content-Type: application/x-stuff;\n name*0*=us-ascii'en'This%20is%20;\n"
                      " name*1*=%2A%2A%2Afun%2A%2A%2A%20; name*2=\"isn't it!\"\n\n")
                .file_name,
            "This is ***fun*** isn't it!");
  EXPECT_EQ(fields_of("Content-Disposition: attachment;\n filename*0=\"a\";\n filename*1=\"b\"\n\n")
                .file_name,
            "ab");
  EXPECT_EQ(
      fields_of("Content-Type: image/png; name=\"=?iso-8859-1?Q?caf=E9?=.png\"\n\n").file_name,
      "caf\xc3\xa9.png");
}

// 发票 in UTF-8 and in GB2312: neither has a label.
TEST(MimeFields, BytesBeyondAscii) {
  for (const char* const name : {"\xe5\x8f\x91\xe7\xa5\xa8", "\xb7\xa2\xc6\xb1"}) {
    const std::string value = "\"" + std::string(name) + ".doc\"\n\n";
    EXPECT_EQ(fields_of("Content-Disposition: attachment; filename=" + value).file_name,
              "发票.doc");
    EXPECT_EQ(fields_of("Content-Type: image/png; name=" + value).file_name, "发票.doc");
  }
}

TEST(MimeFields, Nonsense) {
  for (const char* const value : {"", ";", "/", "text", "text/", "multipart/mixed; boundary",
                                  "\xff\xfe/\xff", "text/plain; charset", "a/b;;;=;=x"}) {
    SCOPED_TRACE(value);
    fields_of("Content-Type: " + std::string(value) + "\nContent-Disposition: " + value +
              "\nContent-Transfer-Encoding: " + value + "\n\n");
  }
}

}  // namespace
}  // namespace tally::mail
