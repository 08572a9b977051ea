#include "tally/mail/header_block.h"

#include <gtest/gtest.h>

namespace tally::mail {
namespace {

HeaderBlock block_of(std::string_view message) {
  HeaderBlock block;
  read_headers(message, block);
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
  EXPECT_EQ(block_of(" folded into nothing\n").body, 0U);
}

TEST(HeaderBlock, LinesAmongHeadersThatAreNone) {
  const HeaderBlock block = block_of("From: a\nwhat is this\nTo: b\n\nbody");
  EXPECT_EQ(block.fields.size(), 2U);
  EXPECT_TRUE(block.is_broken);
}

}  // namespace
}  // namespace tally::mail
