// SPDX-License-Identifier: Apache-2.0
#include "tally/export/c/c_words.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

// Columns may be called like words of C, like each other once they are names, or begin with a digit.
TEST(CNames, AreOnesOfCAndDiffer) {
  const auto names = c_names({"age", "int", "a*/b", "a__b", "a??b", "2x", "", "_x"});
  EXPECT_EQ(names.at("age"), "age");
  EXPECT_EQ(names.at("int"), "x_int");
  EXPECT_EQ(names.at("a*/b"), "x_a__b");
  EXPECT_EQ(names.at("a__b"), "a__b");
  EXPECT_EQ(names.at("a??b"), "x_a__b_2");
  EXPECT_EQ(names.at("2x"), "x_2x");
  EXPECT_EQ(names.at(""), "x_");
  EXPECT_EQ(names.at("_x"), "x__x");
}

TEST(CNames, AreLettersDigitsAndLines) {
  EXPECT_TRUE(is_c_name("a_1"));
  for (const char* text : {"", "1a", "a b", "ä"}) EXPECT_FALSE(is_c_name(text)) << text;
}

TEST(CNumber, IsADouble) {
  EXPECT_EQ(c_number(3), "3.0");
  EXPECT_EQ(c_number(1e300), "1e+300");
  EXPECT_EQ(c_numbers({0.5, -2}), "0.5, -2.0");
}

TEST(CLiteral, HasNoTrigraphAndNoByteBeyondAscii) {
  EXPECT_EQ(c_literal("\"\?\?/"), "\"\\042\\077\\077/\"");
  EXPECT_EQ(c_literal("ä1"), "\"\\303\\2441\"");
  EXPECT_EQ(c_literal("a\\n\n"), "\"a\\134n\\012\"");
}

TEST(CComment, EndsWhereItShould) {
  EXPECT_EQ(c_comment("a*/b"), "a* /b");
  EXPECT_EQ(c_comment("a/*b"), "a/ *b");
  EXPECT_EQ(c_comment("a\nb"), "a b");
}

}  // namespace
}  // namespace tally
