#include "tally/mail/header_lines.h"

#include <gtest/gtest.h>

#include <string>

#include "tally/mail/mail_test.h"

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
  EXPECT_EQ(seen("A: b\nwhat is this\n and that\nC: d\n\nbody"), "focf|body");
  EXPECT_EQ(seen("S\xfc\xdf: b\nC: d\n\nbody"), "ff|body");
  EXPECT_EQ(seen(" A: b\n c\nC: d\n\nbody"), "ocf|body");
  EXPECT_EQ(seen("A: b\n>From x\n\nbody"), "fo|body");
  EXPECT_EQ(seen("A: b\nno body either"), "fo|");
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
