// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/encoded_words.h"

#include <gmime/gmime.h>
#include <gtest/gtest.h>

#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

// The examples of RFC 2047, section 8, but for their quotes.
TEST(EncodedWords, Plain) {
  EXPECT_EQ(decode_plain_words("=?ISO-8859-1?Q?a?="), "a");
  EXPECT_EQ(decode_plain_words("=?ISO-8859-1?Q?a?= b"), "a b");
  EXPECT_EQ(decode_plain_words("=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?="), "ab");
  EXPECT_EQ(decode_plain_words("=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?="), "ab");
  EXPECT_EQ(decode_plain_words("=?ISO-8859-1?Q?a_b?="), "a b");
  EXPECT_EQ(decode_plain_words("=?utf-8?Q?caf=C3=A9?= =?iso-8859-1?B?6Q==?="),
            "caf\xc3\xa9\xc3\xa9");
}

// Each word is encoded by itself (RFC 2047, section 5). GMime 3.2 loses what follows the padding.
TEST(EncodedWords, PaddingEndsTheWordOnly) {
  CharsetReader charsets;
  EXPECT_EQ(decode_words("=?utf-8?B?YQ==?= =?utf-8?B?Yg==?= c", charsets), "ab c");
}

TEST(EncodedWords, WhatIsNotPlain) {
  CharsetReader charsets;
  for (const char* const text :
       {"=?utf-8?Q?=E9?=", "=?utf-8?Q?a", "x=?utf-8?Q?a?=", "=?utf-8?Q?a?=x",
        "=?utf-8?Q?\?=", "=?utf-8?X?a?=", "=?gb2312?Q?a?=", "=?utf-8?B?YQ?=", "=?utf-8?Q?a b?=",
        "=?utf-8?Q?=0?=", "=?iso-8859-1?Q?=80?=", "=?us-ascii?Q?=C3=A9?=",
        "=?iso-8859-1?Q?=C4=E3?=", "\xc3\xa9 =?utf-8?Q?a?="}) {
    EXPECT_EQ(decode_plain_words(text), std::nullopt) << text;
  }
  EXPECT_EQ(decode_words("=?koi8-r?B?8NLJ18XU?=", charsets), "Привет");
}

// 发票 and 你好世界 in GB2312, and what mail calls it.
TEST(EncodedWords, CharsetsOfMail) {
  CharsetReader charsets;
  for (const char* const text :
       {"=?gb2312?B?t6LGsQ==?=", "=?x-gbk?B?t6LGsQ==?=", "=?GBK?Q?=B7=A2=C6=B1?=",
        "=?hz-gb-2312?Q?~{7\"F1~}?=", "=?gb2312*zh?Q?=B7=A2=C6=B1?=",
        "=?gbk?Q?=B7?= =?gbk?Q?=A2=C6=B1?="}) {
    EXPECT_EQ(decode_words(text, charsets), "发票") << text;
  }
  for (const char* const label : {"us-ascii", "iso-8859-1", "utf-8", "unknown-8bit", "x"}) {
    const std::string text = "=?" + std::string(label) + "?B?xOO6w8rAvec=?=";
    EXPECT_EQ(decode_words("Re: " + text + " x", charsets), "Re: 你好世界 x") << label;
  }
}

TEST(EncodedWords, AsGmimeReadsThem) {
  g_mime_init();
  RandomText random({"=?utf-8?Q?caf=C3=A9?=",
                     "=?UTF-8?b?YWJj?=",
                     " ",
                     "  ",
                     "\t",
                     "a",
                     "Re: b",
                     "=?iso-8859-1?q?caf=E9_x?=",
                     "=?us-ascii?Q?a_b?=",
                     "=?utf-8?Q?=E9?=",
                     "=?x",
                     "?=",
                     "=",
                     "=?iso-8859-1?Q?=80?=",
                     "=?utf-8?Q?=20?=",
                     "=?utf-8?Q?a=00?=",
                     "=?utf-8*en?Q?a?=",
                     "=?utf-8?Q?=0A?=",
                     "(",
                     "\"",
                     " =?utf-8?Q?b?= "});
  int plain_ones = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random.next(6) + (i % 2 == 0 ? " =?utf-8?B?Yg==?=" : "");
    const std::optional<std::string> plain = decode_plain_words(text);
    if (!plain) continue;
    char* const decoded = g_mime_utils_header_decode_text(nullptr, text.c_str());
    const std::string expected(decoded);
    g_free(decoded);
    if (text.find("=?") == std::string::npos) continue;
    ASSERT_EQ(*plain, expected) << text;
    ++plain_ones;
  }
  EXPECT_GT(plain_ones, 1000);
}

}  // namespace
}  // namespace tally::mail
