// SPDX-License-Identifier: Apache-2.0
#include "tally/mail/mime/header_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tally::mail {
namespace {

HeaderBlock block_of(std::string_view message) {
  HeaderBlock block;
  read_headers(message, message.size(), block);
  return block;
}

TEST(HeaderBlock, FieldsAndBody) {
  const std::string_view message = "From: a\nSubject : b\n\tc\nX-Empty:\n\nbody: x\n";
  const HeaderBlock block = block_of(message);
  ASSERT_EQ(block.fields.size(), 3U);
  EXPECT_EQ(block.fields[0].name, "From");
  EXPECT_EQ(block.fields[0].value, " a");
  EXPECT_EQ(block.fields[1].name, "Subject");
  EXPECT_EQ(block.fields[1].value, " b\n\tc");
  EXPECT_EQ(block.fields[2].value, "");
  EXPECT_EQ(message.substr(block.body), "body: x\n");
  EXPECT_FALSE(block.is_broken);
  EXPECT_EQ(find_header(block, "subject"), " b\n\tc");
  EXPECT_EQ(find_header(block, "to"), "");
}

TEST(HeaderBlock, WithoutBody) {
  const HeaderBlock block = block_of("From: a");
  EXPECT_EQ(block.fields.size(), 1U);
  EXPECT_EQ(block.body, 7U);
}

TEST(HeaderBlock, WithoutHeaders) {
  EXPECT_EQ(block_of("hello world\n\nmore").body, 0U);
  EXPECT_TRUE(block_of("hello world\n\nmore").is_broken);
  EXPECT_EQ(block_of("\nbody").body, 1U);
  EXPECT_EQ(block_of("").body, 0U);
}

TEST(HeaderBlock, WithoutAnEmptyLine) {
  const std::string_view message = "From: a\nhello\nworld\n";
  const HeaderBlock block = block_of(message);
  EXPECT_EQ(block.fields.size(), 1U);
  EXPECT_EQ(message.substr(block.body), "hello\nworld\n");
  EXPECT_TRUE(block.is_broken);
  EXPECT_FALSE(block_of("From: a\n").is_broken);
}

TEST(HeaderBlock, LinesAmongHeadersThatAreNone) {
  for (const char* const line : {"what is this\n", "S\xc3\xbc\xc3\x9f: c\n"}) {
    const std::string message = "From: a\n" + std::string(line) + " and that\nTo: b\n\nbody";
    const HeaderBlock block = block_of(message);
    ASSERT_EQ(block.fields.size(), 2U);
    EXPECT_EQ(block.fields[0].value, " a");
    EXPECT_EQ(block.fields[1].value, " b");
    EXPECT_TRUE(block.is_broken);
  }
}

TEST(HeaderBlock, OfTooManyBytesTheFirst) {
  const std::string_view message = "A: bcd\n\tef\nG: h\n\nbody";
  HeaderBlock block;
  for (std::size_t most = 0; most < message.size(); ++most) {
    read_headers(message, most, block);
    EXPECT_EQ(message.substr(block.body), "body");
    EXPECT_EQ(block.is_cut, most < 16) << most;
    if (most == 0) continue;
    EXPECT_EQ(block.fields.size(), most <= 11 ? 1U : 2U) << most;
    std::string first = std::string(" bcd\n\tef").substr(0, std::max<std::size_t>(most, 2) - 2);
    if (first.ends_with('\n')) first.pop_back();  // nothing follows the line end
    EXPECT_EQ(block.fields[0].value, first) << most;
  }
}

}  // namespace
}  // namespace tally::mail
