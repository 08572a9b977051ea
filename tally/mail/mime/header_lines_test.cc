// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/header_lines.h"

#include <gtest/gtest.h>

#include <string>

#include "tally/mail/mail_testing.h"

namespace tally::mail {
namespace {

// "f", "c" and "o" for the lines, "|" and the body.
std::string seen(std::string_view message) {
  HeaderLines lines(message);
  std::string out;
  while (lines.next()) out += "fco"[static_cast<int>(lines.kind())];
  return out + "|" + std::string(message.substr(lines.body()));
}

TEST(HeaderLines, UpToTheEmptyLine) {
  EXPECT_EQ(seen("A: b\n c\nD: e\n\nF: g\n"), "fcf|F: g\n");
  EXPECT_EQ(seen("A: b\r\n\tc\r\n\r\nbody"), "fc|body");
  EXPECT_EQ(seen("A: b\r\r\n\r\r\nbody"), "f|body");
  EXPECT_EQ(seen("A: b"), "f|");
  EXPECT_EQ(seen("A: b\n"), "f|");
}

// The reader and the filter go by the same lines: see MarkedMessage.
TEST(HeaderLines, ALineOfCrAloneIsEmptyOnlyWhereLinesEndSo) {
  EXPECT_EQ(seen("A: b\n\r\nC: d\n\nbody"), "fof|body");
  EXPECT_EQ(seen("A: b\n\r\r\nC: d\n\nbody"), "fof|body");
  EXPECT_EQ(seen("A: b\r\n\r\r\nC: d\r\n\r\nbody"), "fof|body");
  EXPECT_EQ(seen("A: b\r\n\nC: d\n\nbody"), "f|C: d\n\nbody");
  EXPECT_EQ(seen("A: b\r\r\n\r\nC: d\n\nbody"), "f|C: d\n\nbody");
  EXPECT_EQ(seen("From x\nA: b\r\n\r\nbody"), "f|body");
  EXPECT_EQ(seen("From x\r\nA: b\n\r\nC: d\n\nbody"), "fof|body");
}

TEST(HeaderLines, WhatIsNoHeaderMayStandAmongThem) {
  EXPECT_EQ(seen("A: b\nX-Mailer : weird\nC: d\n\nbody"), "fff|body");
  EXPECT_EQ(seen("A: b\nwhat is this\n and that\nTo: d\n\nbody"), "focf|body");
  EXPECT_EQ(seen("A: b\nwhat is this\nand that\nTo: d\nX-Mailer: e\n\nbody"), "fooff|body");
  EXPECT_EQ(seen("S\xfc\xdf: b\nC: d\n\nbody"), "ff|body");
  EXPECT_EQ(seen(" A: b\n c\nC: d\n\nbody"), "ocf|body");
  EXPECT_EQ(seen("A: b\n>From x\n\nbody"), "fo|body");
  EXPECT_EQ(seen("A: b\nFrom x\nC: d\n\nbody"), "fof|body");
}

TEST(HeaderLines, WithoutAnEmptyLineTheBodyBeginsWhereHeadersEnd) {
  EXPECT_EQ(seen("A: b\nthe body"), "f|the body");
  EXPECT_EQ(seen("A: b\n c\nthe body\n\nits end\n"), "fc|the body\n\nits end\n");
  EXPECT_EQ(seen("A: b\r\nthe body\r\n\r\nits end\r\n"), "f|the body\r\n\r\nits end\r\n");
  EXPECT_EQ(seen("A: b\nline\nTo: c"), "f|line\nTo: c");
  // Lines of a body may look like headers.
  for (const char* const line : {"Note: this", "http://a.example", "to : me", "12:30 at noon"}) {
    const std::string body = "we meet\n" + std::string(line) + "\n\nbye\n";
    EXPECT_EQ(seen("A: b\n" + body), "f|" + body);
  }
  EXPECT_EQ(seen("A: b\nhe wrote\nand I said\nTo: c\n\nbye\n"),
            "f|he wrote\nand I said\nTo: c\n\nbye\n");
}

TEST(HeaderLines, WhatFiltersWriteDoesNotTellWhereTheyEnd) {
  EXPECT_EQ(seen("A: b\nwhat\nX-Tally: ham\nX-Spam-Flag: no\n\nbody"),
            "f|what\nX-Tally: ham\nX-Spam-Flag: no\n\nbody");
  EXPECT_EQ(seen("A: b\nwhat\nX-Tally: ham\nTo: c\n\nbody"), "foff|body");
}

TEST(HeaderLines, UpToTheEmptyLineWhateverStandsThere) {
  HeaderLines lines("A: b\nwhat\nC: d\n\nbody", HeaderLines::Reach::kEmptyLine);
  std::string kinds;
  while (lines.next()) kinds += "fco"[static_cast<int>(lines.kind())];
  EXPECT_EQ(kinds, "fof");
  EXPECT_FALSE(HeaderLines("what\nC: d\n", HeaderLines::Reach::kEmptyLine).next());
}

TEST(HeaderLines, FromLinesComeFirst) {
  EXPECT_EQ(seen("From a@b Mon\n>From c@d Tue\nA: b\n\nbody"), "f|body");
  EXPECT_EQ(seen("From a@b Mon\n\nbody"), "|body");
  EXPECT_EQ(seen("From a"), "|");
  EXPECT_EQ(HeaderLines("From a\r\nB: c").start(), 8U);
}

TEST(HeaderLines, OtherMessagesAreAllBody) {
  for (const char* const body : {"hello world\nA: b\n\nmore", " folded into nothing\n", ": x\n",
                                 " \n\t\n", "\rA: b\n", ""}) {
    EXPECT_EQ(seen(body), "|" + std::string(body));
  }
  EXPECT_EQ(seen("\nA: b\n"), "|A: b\n");
}

TEST(HeaderLines, NamesAndValues) {
  HeaderLines lines("X-Tally \t: a: b\nEmpty:\n");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.name(), "X-Tally");
  EXPECT_EQ(lines.value(), " a: b\n");
  EXPECT_EQ(lines.end(), 16U);
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.value(), "\n");
}

TEST(HeaderLines, TheLinesAreTheBlock) {
  RandomText random({"A", ": ", "\n", "\r\n", " ", "From ", ">From ", "\xc3", "b", "\r"});
  for (int i = 0; i < 20'000; ++i) {
    const std::string message = random.next(20);
    HeaderLines lines(message);
    std::string block = message.substr(0, lines.start());
    while (lines.next()) block += lines.text();
    ASSERT_EQ(block, message.substr(0, lines.end()));
    ASSERT_GE(lines.body(), lines.end());
  }
}

}  // namespace
}  // namespace tally::mail
