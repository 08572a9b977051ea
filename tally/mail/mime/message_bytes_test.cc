// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/message_bytes.h"

#include <gtest/gtest.h>

namespace tally::mail {
namespace {

std::string tidied(std::string_view raw) {
  std::string buffer;
  return std::string(tidy(raw, buffer).bytes);
}

TEST(MessageBytes, AreTheSameWhicheverWayTheyCame) {
  const std::string expected = "A: b\n\nbody\n\nend";
  for (const char* const raw :
       {"A: b\n\nbody\n\nend", "A: b\n\nbody\n\nend\n\n\n", "A: b\r\n\r\nbody\r\n\r\nend\r\n",
        "From x Sat Nov 14 09:26:53 2026\nA: b\n\nbody\n\nend\n",
        "From x Sat Nov 14 09:26:53 2026\r\nA: b\r\n\r\nbody\r\n\r\nend",
        ">From x\nA: b\n\nbody\n\nend", "From x\n>From y\nA: b\n\nbody\n\nend",
        "A: b\r\r\n\nbody\n\nend"}) {
    EXPECT_EQ(tidied(raw), expected);
  }
}

TEST(MessageBytes, OtherCarriageReturnsStay) {
  EXPECT_EQ(tidied("a\rb\r\nc\r"), "a\rb\nc");
  EXPECT_EQ(tidied("\r\n\r\n"), "");
  EXPECT_EQ(tidied("From only this line"), "");
  EXPECT_EQ(tidied(""), "");
}

TEST(MessageBytes, AreCutAtTheSamePlace) {
  std::string buffer;
  std::string lines;
  std::string long_lines;
  while (lines.size() < kLongestMessage + 10) {
    lines += "x\n";
    long_lines += "x\r\n";
  }
  const MessageBytes one = tidy(lines, buffer);
  EXPECT_TRUE(one.is_cut);
  EXPECT_LE(one.bytes.size(), kLongestMessage);
  const MessageBytes other = tidy(long_lines, buffer);
  EXPECT_TRUE(other.is_cut);
  EXPECT_EQ(one.bytes, other.bytes);
  EXPECT_FALSE(tidy(std::string(kLongestMessage, 'x'), buffer).is_cut);
}

// By the definition: carriage returns go if nothing but others stands between them and a line end.
std::string plainly_tidied(std::string raw) {
  for (std::size_t at = raw.find("\r\n"); at != std::string::npos; at = raw.find("\r\n")) {
    raw.erase(at, 1);
  }
  while (raw.ends_with('\n')) raw.pop_back();
  return raw;
}

// Without a carriage return nothing is copied; with one, at any place, all is.
TEST(MessageBytes, CarriageReturnsAnywhere) {
  for (const std::string text : {"a: b\n\nbody\nend", "x", "", "\n\nx\n"}) {
    for (std::size_t first = 0; first <= text.size(); ++first) {
      for (std::size_t second = first; second <= text.size(); ++second) {
        for (std::size_t count = 0; count <= 3; ++count) {
          std::string raw = text;
          raw.insert(second, count, '\r');
          raw.insert(first, count % 2, '\r');
          // At the end, those that no line end follows may go or stay.
          if (raw.ends_with('\r')) raw += '.';
          ASSERT_EQ(tidied(raw), plainly_tidied(raw)) << testing::PrintToString(raw);
        }
      }
    }
  }
}

}  // namespace
}  // namespace tally::mail
