// SPDX-License-Identifier: Apache-2.0
#include "cli/milter/handed_over_message.h"

#include <gtest/gtest.h>

namespace tally::milter {
namespace {

constexpr std::size_t kMuch = 1 << 20;

TEST(HandedOverMessage, IsTheMessageWithPlainLineEnds) {
  HandedOverMessage message("X-Tally", kMuch);
  message.add_header("Subject", "hello\r\n\tyou");
  message.add_header("To", "me");
  message.end_headers();
  message.add_body("one\r\ntwo\r");
  message.add_body("\nthree\rfour\r\r\nfive");
  EXPECT_EQ(message.message(), "Subject: hello\n\tyou\nTo: me\n\none\ntwo\nthree\rfour\r\nfive");
  EXPECT_TRUE(message.changes().empty());
}

TEST(HandedOverMessage, StopsWhereNoMoreIsSeen) {
  HandedOverMessage message("X-Tally", 10);
  message.add_header("A", "b");
  message.end_headers();
  message.add_body("0123456789");
  message.add_body("\r\n");
  EXPECT_EQ(message.message(), "A: b\n\n0123");
}

TEST(HandedOverMessage, OlderCopiesGoFromTheLastToTheFirst) {
  HandedOverMessage message("X-Tally", kMuch);
  message.add_header("x-tally", "ham");
  message.add_header("Subject", "X-Tally: no header");
  message.add_header("X-TALLY \t", "ham");
  message.add_header("X-Tally-Other", "ham");
  const auto changes = message.changes();
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_TRUE(changes[0].number == 2 && changes[0].value.empty());
  EXPECT_TRUE(changes[1].number == 1 && changes[1].value.empty());
}

TEST(HandedOverMessage, CopiesBehindACarriageReturnGoToo) {
  HandedOverMessage message("X-Tally", kMuch);
  message.add_header("To", "me");
  message.add_header("To", "you\rX-tally : ham\r\tmore\rX: y");
  const auto changes = message.changes();
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].name, "To");
  EXPECT_EQ(changes[0].number, 2);
  EXPECT_EQ(changes[0].value, "you\rX: y");
  EXPECT_EQ(without_hidden("a\r\n b", "X-Tally"), "a\r\n b");
}

}  // namespace
}  // namespace tally::milter
