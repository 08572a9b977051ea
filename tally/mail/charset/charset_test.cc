// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/charset/charset.h"

#include <gtest/gtest.h>

#include "tally/base/utf8.h"

namespace tally::mail {
namespace {

using Outcome = CharsetReader::Outcome;

struct Case {
  const char* bytes;
  const char* declared;
  const char* utf8;
  Outcome outcome;
};

TEST(Charset, ReadsWhatIsDeclaredElseWhatFits) {
  // The bytes are those of the code charts of the charsets named.
  const Case cases[] = {
      {"plain", "us-ascii", "plain", Outcome::kAsDeclared},
      {"caf\xe9", "iso-8859-1", "caf\xc3\xa9", Outcome::kAsDeclared},
      {"\x93quoted\x94", "iso-8859-1", "\xe2\x80\x9cquoted\xe2\x80\x9d", Outcome::kAsDeclared},
      {"caf\xc3\xa9", "UTF-8", "caf\xc3\xa9", Outcome::kAsDeclared},
      {"caf\xc3\xa9", "us-ascii", "caf\xc3\xa9", Outcome::kWrongCharset},
      {"caf\xc3\xa9", "", "caf\xc3\xa9", Outcome::kAsDeclared},
      {"caf\xe9", "", "caf\xc3\xa9", Outcome::kUnknownCharset},
      {"caf\xe9 cr\xe8me", "utf-8", "caf\xc3\xa9 cr\xc3\xa8me", Outcome::kWrongCharset},
      {"caf\xe9", "no-such-charset", "caf\xc3\xa9", Outcome::kUnknownCharset},
      {"caf\xe9", "utf-8//IGNORE", "caf\xc3\xa9", Outcome::kUnknownCharset},
      {"\xb7\xa2\xc6\xb1", "gb2312", "\xe5\x8f\x91\xe7\xa5\xa8", Outcome::kAsDeclared},
      {"\xb7\xa2\xc6\xb1", "GBK", "\xe5\x8f\x91\xe7\xa5\xa8", Outcome::kAsDeclared},
      {"\x82\xb1", "Shift_JIS", "\xe3\x81\x93", Outcome::kAsDeclared},
      {"\x1b$B$3\x1b(B", "iso-2022-jp", "\xe3\x81\x93", Outcome::kAsDeclared},
      {"\xe0", "iso-8859-8-i", "\xd7\x90", Outcome::kAsDeclared},  // iconv does not know this name
      {"\xcf\xd0", "koi8-r", "\xd0\xbe\xd0\xbf", Outcome::kAsDeclared},
  };
  CharsetReader reader;
  for (const Case& each : cases) {
    SCOPED_TRACE(std::string(each.bytes) + " as " + each.declared);
    const CharsetReader::Text text = reader.read(each.bytes, each.declared);
    EXPECT_EQ(text.utf8, each.utf8);
    EXPECT_EQ(text.outcome, each.outcome);
  }
}

TEST(Charset, AnAccidentIsReplaced) {
  CharsetReader reader;
  const std::string bytes = std::string(200, 'a') + "\xff" + std::string(200, 'b');
  const CharsetReader::Text text = reader.read(bytes, "utf-8");
  EXPECT_EQ(text.outcome, Outcome::kAsDeclared);
  EXPECT_NE(text.utf8.find("a\xef\xbf\xbd\x62"), std::string::npos);
}

TEST(Charset, NamesOfMailAndShifts) {
  CharsetReader reader;
  EXPECT_EQ(reader.read("\xb7\xa2\xc6\xb1", "x-gbk").utf8, "发票");
  EXPECT_EQ(reader.read("~{7\"F1~} ok", "hz-gb-2312").utf8, "发票 ok");
  EXPECT_EQ(reader.read("\xe9\xec\xe5\xed", "windows-1255").utf8, "ילום");  // with its last letter
}

// An accident in a text that is UTF-8, not a label that programs write by habit.
TEST(Charset, Utf8WithAnAccident) {
  CharsetReader reader;
  EXPECT_EQ(
      reader.read("\xc3\xa9t\xc3\xa9 na\xc3\xafve caf\xc3\xa9 d\xc3\xa9j\xc3\xa0 \xff", "utf-8")
          .utf8,
      "été naïve café déjà \xef\xbf\xbd");
  EXPECT_EQ(reader.read("caf\xe9", "utf-8").utf8, "café");
}

TEST(Charset, AnyBytesBecomeUtf8) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  CharsetReader reader;
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(is_utf8(reader.read(bytes, "x-" + std::to_string(i)).utf8));
  }
  for (const char* const name : {"", "utf-8", "gb18030", "big5", "euc-jp", "iso-2022-kr", "utf-7",
                                 "utf-16", "utf-32", "tis-620", "koi8-r", "windows-1251"}) {
    EXPECT_TRUE(is_utf8(reader.read(bytes, name).utf8)) << name;
  }
}

}  // namespace
}  // namespace tally::mail
