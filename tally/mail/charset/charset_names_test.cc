// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/charset/charset_names.h"

#include <gtest/gtest.h>

namespace tally::mail {
namespace {

TEST(CharsetNames, NamesThatMailUses) {
  for (const char* const name : {"gb2312", "GB_2312-80", "x-gbk", "GBK", "cp936", "\"gb2312\"",
                                 " gb18030 ", "x-euc-cn", "chinese"}) {
    EXPECT_EQ(charset_name(name), "GB18030") << name;
  }
  EXPECT_EQ(charset_name("hz-gb-2312"), kHz);
  EXPECT_EQ(charset_name("x-big5"), "CP950");
  EXPECT_EQ(charset_name("ks_c_5601-1987"), "UHC");
  EXPECT_EQ(charset_name("x-sjis"), "CP932");
  EXPECT_EQ(charset_name("x-euc-jp"), "EUC-JP-MS");
  EXPECT_EQ(charset_name("koi8"), "KOI8-R");
  for (const char* const name : {"windows-1251", "cp1251", "WIN-1251", "x-cp1251", "windows1251"}) {
    EXPECT_EQ(charset_name(name), "CP1251") << name;
  }
  EXPECT_EQ(charset_name("iso8859-1"), "CP1252");
  EXPECT_EQ(charset_name("utf8"), "UTF-8");
  EXPECT_EQ(charset_name("iso-8859-15"), "iso-8859-15");
  EXPECT_EQ(charset_name("windows-12512"), "windows-12512");
}

TEST(CharsetNames, WhatSaysNothing) {
  for (const char* const name :
       {"", "unknown-8bit", "x-unknown", "utf-8//IGNORE", "../x", "a b", "\xc3\xa9", "\"\"", "'"}) {
    EXPECT_EQ(charset_name(name), "") << name;
  }
  EXPECT_EQ(charset_name(std::string(41, 'x')), "");
}

TEST(CharsetNames, Shifts) {
  EXPECT_TRUE(has_shifts("iso-2022-jp"));
  EXPECT_TRUE(has_shifts(kHz));
  EXPECT_TRUE(has_shifts("UTF-7"));
  EXPECT_FALSE(has_shifts("UTF-8"));
  EXPECT_FALSE(has_shifts(""));
}

// The example of RFC 1843, section 3: the second sentence is 己所不欲，勿施於人。
TEST(CharsetNames, Hz) {
  EXPECT_EQ(unshift_hz("a ~{<:Ky2;S{~} b ~~ ~\nc"), "a \xbc\xba\xcb\xf9\xb2\xbb\xd3\xfb b ~ c");
  EXPECT_EQ(unshift_hz("~{<:\nKy"), "\xbc\xba\nKy");
  EXPECT_EQ(unshift_hz("~"), "~");
  EXPECT_EQ(unshift_hz("~{~"), "\xfe");
  EXPECT_EQ(unshift_hz(""), "");
}

}  // namespace
}  // namespace tally::mail
