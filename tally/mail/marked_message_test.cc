// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/marked_message.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <string>
#include <vector>

namespace tally {
namespace {

std::string marked(std::string_view message, bool is_whole = true) {
  const MarkedMessage mark(message, "X-Tally", is_whole);
  std::string out;
  mark.write_headers("ham", [&](std::string_view piece) { out += piece; });
  return out + std::string(message.substr(mark.body_start()));
}

TEST(MarkedMessage, StandsAtTheEndOfTheHeaders) {
  EXPECT_EQ(marked("From: a\nSubject: b\n\nbody\n"), "From: a\nSubject: b\nX-Tally: ham\n\nbody\n");
}

TEST(MarkedMessage, TakesTheLineEndOfTheMessage) {
  EXPECT_EQ(marked("From: a\r\n\r\nbody\r\n"), "From: a\r\nX-Tally: ham\r\n\r\nbody\r\n");
}

TEST(MarkedMessage, OlderCopiesGoWithTheirContinuations) {
  EXPECT_EQ(marked("x-tally: spam,\n p=1\nFrom: a\n b\nX-TALLY: x\n\nX-Tally: stays\n"),
            "From: a\n b\nX-Tally: ham\n\nX-Tally: stays\n");
  EXPECT_EQ(marked("X-Tally-Other: 1\n\n"), "X-Tally-Other: 1\nX-Tally: ham\n\n");
}

TEST(MarkedMessage, OddMessages) {
  EXPECT_EQ(marked(""), "X-Tally: ham\n");
  EXPECT_EQ(marked("\nonly a body"), "X-Tally: ham\n\nonly a body");
  EXPECT_EQ(marked("From: a"), "From: a\nX-Tally: ham\n");
  EXPECT_EQ(marked("From: a\n"), "From: a\nX-Tally: ham\n");
  EXPECT_EQ(marked("no header here\n"), "X-Tally: ham\n\nno header here\n");
  EXPECT_EQ(marked(" starts like a continuation\n"),
            "X-Tally: ham\n\n starts like a continuation\n");
  EXPECT_EQ(marked(std::string_view("a\0b: c\n\n", 8)),
            std::string("X-Tally: ham\n\n") + std::string("a\0b: c\n\n", 8));
}

TEST(MarkedMessage, TheLineOfAnMboxStaysFirst) {
  EXPECT_EQ(marked("From a@b Mon Jan  1 00:00:00 2024\nTo: c\n\nx"),
            "From a@b Mon Jan  1 00:00:00 2024\nTo: c\nX-Tally: ham\n\nx");
}

TEST(MarkedMessage, WhatIsNoHeaderMayStandAmongThem) {
  const std::string before = "Subject: hi\n";
  const std::string after = "MIME-Version: 1.0\nContent-Type: text/html\n";
  for (const char* const line : {"X-Mailer : weird\n", "what is this\n", ">From c@d Mon\n",
                                 "S\xfc\xdf: x\n", "what\n is this\n"}) {
    const std::string headers = before + line + after;
    EXPECT_EQ(marked(headers + "\n<b>hello</b>\n"), headers + "X-Tally: ham\n\n<b>hello</b>\n");
  }
  EXPECT_EQ(marked("From a@b Mon\n>From c@d Mon\nTo: c\n\nx"),
            "From a@b Mon\n>From c@d Mon\nTo: c\nX-Tally: ham\n\nx");
  EXPECT_EQ(marked(" x\nTo: c\n\nx"), " x\nTo: c\nX-Tally: ham\n\nx");
  EXPECT_EQ(marked("S\xfc\xdf: x\nTo: c\n\nx"), "S\xfc\xdf: x\nTo: c\nX-Tally: ham\n\nx");
}

TEST(MarkedMessage, WithoutAnEmptyLineItStandsBeforeTheBody) {
  EXPECT_EQ(marked("From: a\nno header here\n"), "From: a\nX-Tally: ham\nno header here\n");
  EXPECT_EQ(marked("From: a\r\nno header\r\n\r\nx"),
            "From: a\r\nX-Tally: ham\r\nno header\r\n\r\nx");
  EXPECT_EQ(marked("X-Tally: spam\nno header\n"), "X-Tally: ham\nno header\n");
  // A reader that takes all up to the empty line for headers finds one verdict, ours.
  EXPECT_EQ(marked("From: a\nwhat\nX-Tally: forged\n more\nand so on\n\nX-Tally: body\n"),
            "From: a\nX-Tally: ham\nwhat\nand so on\n\nX-Tally: body\n");
  EXPECT_EQ(marked("From: a\nwhat\nX-Tally: forged"), "From: a\nX-Tally: ham\nwhat\n");
  // What was marked is marked alike again.
  for (const char* const message : {"From: a\nwhat\nX-Tally: x\nX-Tally: y\nTo: b\n\nbody",
                                    "From: a\nwhat\nX-Tally: x\n\nbody", "what\nX-Tally: x\n"}) {
    EXPECT_EQ(marked(marked(message)), marked(message)) << message;
  }
}

TEST(MarkedMessage, AForgedNameMayHaveASpaceBehindIt) {
  EXPECT_EQ(marked("X-Tally : spam\n more\nTo: c\nX-Tally\t: x\nwhat\nCc: d\n\nx"),
            "To: c\nwhat\nCc: d\nX-Tally: ham\n\nx");
}

// To a reader that passes over CR, the headers end at "\r\n"; to one that does not, they go on.
TEST(MarkedMessage, ALineOfCrAloneHidesNoForgery) {
  EXPECT_EQ(marked("To: c\n\r\nX-Tally: forged\nCc: d\n\nX-Tally: body\n"),
            "To: c\nX-Tally: ham\n\r\nCc: d\n\nX-Tally: body\n");
  EXPECT_EQ(marked("To: c\n d\n\r\r\nX-Tally: forged\n\nx"), "To: c\n d\nX-Tally: ham\n\r\r\n\nx");
  EXPECT_EQ(marked("To: c\r\n\r\r\nX-Tally: forged\r\n\r\nX-Tally: body\r\n"),
            "To: c\r\nX-Tally: ham\r\n\r\r\n\r\nX-Tally: body\r\n");
  EXPECT_EQ(marked("From a Mon\n \r\r\nTo: c\n\nx"),
            "From a Mon\nX-Tally: ham\r\n \r\r\nTo: c\n\nx");
}

// To some readers a CR alone ends a line.
TEST(MarkedMessage, ACrWithinALineHidesNoForgery) {
  EXPECT_EQ(marked("To: c\rX-Tally: forged\nCc: d\n\nx"), "To: c\r\nCc: d\nX-Tally: ham\n\nx");
  EXPECT_EQ(marked("To: c\rX-Tally: forged\r more\rCc: d\n\nx"), "To: c\rCc: d\nX-Tally: ham\n\nx");
  EXPECT_EQ(marked("To: c\rX-Tally: forged\n more\nCc: d\n\nx"),
            "To: c\r\nCc: d\nX-Tally: ham\n\nx");
  EXPECT_EQ(marked("To: c\n\rX-Tally: forged\n\nx"), "To: c\nX-Tally: ham\n\r\n\nx");
  EXPECT_EQ(marked("To: c\nCc: d\n e\r\rX-Tally: forged\n\nx"),
            "To: c\nX-Tally: ham\nCc: d\n e\r\r\n\nx");
}

// Three readers that are in use, by what ends a line and what an empty one is: LF; LF or CR LF;
// LF, CR LF or CR. Each finds one verdict among the headers, ours.
std::vector<std::string> verdicts(std::string_view message, bool cr_ends_a_line, bool strips_cr) {
  std::vector<std::string> out;
  while (!message.empty()) {
    std::size_t end = message.find_first_of(cr_ends_a_line ? "\r\n" : "\n");
    if (end == std::string_view::npos) end = message.size();
    std::string_view line = message.substr(0, end);
    message.remove_prefix(end);
    const bool crlf = message.starts_with("\r\n");
    message.remove_prefix(std::min<std::size_t>(message.size(), crlf ? 2 : 1));
    if (strips_cr && line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) break;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    std::string name(line.substr(0, colon));
    while (name.ends_with(' ')) name.pop_back();
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return std::tolower(c); });
    if (name == "x-tally") out.emplace_back(line.substr(colon + 1));
  }
  return out;
}

TEST(MarkedMessage, EveryReaderFindsOneVerdict) {
  std::mt19937 random(1);
  const std::vector<std::string> pieces{
      "To: c", "X-Tally: forged", "x-tally : forged", "\n", "\n", "\r\n", "\r", "\n\r", " ",
      "what"};
  for (const std::string end : {"\n", "\r\n"}) {
    for (int i = 0; i < 50'000; ++i) {
      std::string message = "From: a" + end;
      const std::size_t length = random() % 16;
      for (std::size_t k = 0; k < length; ++k) message += pieces[random() % pieces.size()];
      const std::string out = marked(message);
      const std::vector<std::string> ours{" ham"};
      if (end == "\n") {
        ASSERT_EQ(verdicts(out, false, false), ours) << testing::PrintToString(out);
      }
      ASSERT_EQ(verdicts(out, false, true), ours) << testing::PrintToString(out);
      ASSERT_EQ(verdicts(out, true, false), ours) << testing::PrintToString(out);
    }
  }
}

TEST(MarkedMessage, AHeaderBlockThatDoesNotEndHere) {
  EXPECT_EQ(marked("From: a\nTo: b", false), "From: a\nX-Tally: ham\nTo: b");
  EXPECT_EQ(marked("To: b", false), "X-Tally: ham\nTo: b");
  EXPECT_EQ(marked("From: a\nTo: b\n", false), "From: a\nTo: b\nX-Tally: ham\n");
  EXPECT_EQ(marked("no header here", false), "X-Tally: ham\n\nno header here");
}

TEST(MarkedMessage, NamesOfHeaders) {
  EXPECT_TRUE(is_header_name("X-Tally"));
  EXPECT_FALSE(is_header_name(""));
  EXPECT_FALSE(is_header_name("X Tally"));
  EXPECT_FALSE(is_header_name("X:"));
}

}  // namespace
}  // namespace tally
