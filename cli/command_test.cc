// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

#include <gtest/gtest.h>

#include <limits>

#include "tally/error.h"

namespace tally::cli {
namespace {

// What --number makes of a word; the error's sentence where it is refused.
struct Outcome {
  std::optional<std::int64_t> number;
  std::string refusal;
};
Outcome given(std::vector<std::string> words) {
  Outcome out;
  Command command("verb", "", "");
  command.option("-n,--number", "N", out.number, "a number");
  std::vector<char*> values;
  for (std::string& word : words) values.push_back(word.data());
  try {
    command.parse({static_cast<int>(values.size()), values.data()});
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    out.refusal = error.what();
  }
  return out;
}

TEST(Command, WholeNumbers) {
  EXPECT_EQ(given({}).number, std::nullopt);
  EXPECT_EQ(given({"--number", "12"}).number, 12);
  EXPECT_EQ(given({"--number=-12"}).number, -12);
  EXPECT_EQ(given({"--number", "-12"}).number, -12);
  EXPECT_EQ(given({"-n", "0"}).number, 0);
  EXPECT_EQ(given({"--number", "010"}).number, 10);
  EXPECT_EQ(given({"--number", "9223372036854775807"}).number,
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(given({"--number", "-9223372036854775808"}).number,
            std::numeric_limits<std::int64_t>::min());
}

TEST(Command, WhatDoesNotFitIsRefusedAndNoOtherNumber) {
  for (const char* text : {"9223372036854775808", "-9223372036854775809", "99999999999999999999"}) {
    const Outcome outcome = given({"--number", text});
    EXPECT_EQ(outcome.number, std::nullopt);
    EXPECT_EQ(outcome.refusal, "--number '" + std::string(text) +
                                   "': expected a whole number; this one is too large for any use "
                                   "of it");
  }
}

TEST(Command, WhatIsNoWholeNumberIsRefused) {
  for (const char* text : {"1e3", "0x10", "1.0", "+1", " 1", "1 ", "one", "1'000", "1,2", "٣"}) {
    const Outcome outcome = given({"--number", text});
    EXPECT_EQ(outcome.number, std::nullopt) << text;
    EXPECT_EQ(outcome.refusal, "--number '" + std::string(text) + "': expected a whole number");
  }
  EXPECT_NE(given({"--number", ""}).refusal, "");
  EXPECT_NE(given({"--number="}).refusal, "");
  EXPECT_NE(given({"--number"}).refusal, "");
  EXPECT_NE(given({"--number", "1", "--number", "2"}).refusal, "");
}

}  // namespace
}  // namespace tally::cli
