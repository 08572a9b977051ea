// SPDX-License-Identifier: Apache-2.0
// The examples of protobuf.dev/programming-guides/encoding, and the ends of the varints.
#include "tally/export/onnx/proto_message.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace tally {
namespace {

TEST(ProtoMessage, WritesTheExamplesOfTheSpecification) {
  EXPECT_EQ(ProtoMessage().integer(1, 150).bytes(), "\x08\x96\x01");
  EXPECT_EQ(ProtoMessage().text(2, "testing").bytes(), "\x12\x07testing");
  EXPECT_EQ(ProtoMessage().message(3, ProtoMessage().integer(1, 150)).bytes(),
            "\x1a\x03\x08\x96\x01");
  EXPECT_EQ(ProtoMessage().integer(1, -2).bytes(), "\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01");
}

TEST(ProtoMessage, WritesAnIntegerOfAnyLength) {
  EXPECT_EQ(ProtoMessage().integer(1, 0).bytes(), std::string("\x08\0", 2));
  EXPECT_EQ(ProtoMessage().integer(1, 127).bytes(), "\x08\x7f");
  EXPECT_EQ(ProtoMessage().integer(1, 128).bytes(), "\x08\x80\x01");
  EXPECT_EQ(ProtoMessage().integer(1, std::numeric_limits<std::int64_t>::max()).bytes(),
            "\x08\xff\xff\xff\xff\xff\xff\xff\xff\x7f");
}

TEST(ProtoMessage, TakesFieldsAboveFifteenAndTextsOfAnyLength) {
  EXPECT_EQ(ProtoMessage().integer(20, 7).bytes(), "\xa0\x01\x07");
  EXPECT_EQ(ProtoMessage().text(4, "").bytes(), std::string("\x22\0", 2));
  const std::string text(300, '\0');
  EXPECT_EQ(ProtoMessage().text(4, text).bytes(), "\x22\xac\x02" + text);
}

TEST(ProtoMessage, PutsFieldsOneAfterTheOther) {
  EXPECT_EQ(ProtoMessage().integer(7, 1).integer(7, 2).text(1, "a").bytes(),
            "\x38\x01\x38\x02\x0a\x01"
            "a");
}

}  // namespace
}  // namespace tally
