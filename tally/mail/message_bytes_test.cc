#include "tally/mail/message_bytes.h"

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

}  // namespace
}  // namespace tally::mail
