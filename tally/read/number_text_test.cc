#include "tally/read/number_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

namespace tally::csv {
namespace {

// strtod rounds correctly in glibc and shares no code with us.
void expect_as_strtod(const std::string& text) {
  const std::optional<double> number = read_number(text);
  ASSERT_TRUE(number) << text;
  ASSERT_EQ(std::bit_cast<std::uint64_t>(*number),
            std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
      << text;
}

TEST(NumberText, ToTheLastBit) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 300000; ++i) {
    std::string text = random() % 2 == 0 ? "-" : "";
    const std::size_t before = random() % 12;
    const std::size_t after = random() % 12;
    for (std::size_t d = 0; d < before; ++d) text += static_cast<char>('0' + random() % 10);
    if (after > 0) text += '.';
    for (std::size_t d = 0; d < after; ++d) text += static_cast<char>('0' + random() % 10);
    if (before + after == 0) continue;
    if (random() % 20 == 0) text += "e" + std::to_string(static_cast<int>(random() % 500) - 250);
    expect_as_strtod(text);
  }
}

TEST(NumberText, Spellings) {
  for (const char* text :
       {"0", "-0", "5.", ".5", "-.25", "007", "1e-400", "999999999999999", "9007199254740993",
        "0.000000000000001", "123456789012345678901234567890"}) {
    expect_as_strtod(text);
  }
  EXPECT_EQ(read_number("+1.5"), 1.5);
  EXPECT_TRUE(std::isinf(*read_number("-Infinity")));
  EXPECT_TRUE(std::isnan(*read_number("NaN")));
}

TEST(NumberText, WhatIsNoNumber) {
  for (const char* text : {"", "-", ".", "-.", "1,5", "1.2.3", "abc", "1 ", " 1", "1e", "--1",
                           "+-1", "0x10", "1_000", "12a"}) {
    EXPECT_FALSE(read_number(text)) << text;
  }
}

// The short way must agree with the long one wherever it takes a text, and it must take what is
// common.
TEST(NumberText, InPlaceIsAsAlone) {
  std::mt19937_64 random(8);
  constexpr std::string_view kBytes = "0123456789.-+e ,5\x80\xFF/:";
  int taken = 0;
  for (int i = 0; i < 300000; ++i) {
    std::string buffer = "19.5,-7.25,0.0.1,";
    const std::size_t size = random() % 20;
    const std::size_t kinds = random() % 2 == 0 ? 11 : kBytes.size();
    for (std::size_t d = 0; d < size; ++d) buffer += kBytes[random() % kinds];
    const std::string text = buffer.substr(buffer.size() - size);
    double number = 0;
    if (!read_decimal_in_place(std::string_view(buffer).substr(buffer.size() - size), number)) {
      continue;
    }
    ++taken;
    const std::optional<double> expected = parse_number(text);
    ASSERT_TRUE(expected) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(number), std::bit_cast<std::uint64_t>(*expected))
        << text;
  }
  EXPECT_GT(taken, 50000);
}

TEST(NumberText, InPlaceTakesPlainDecimals) {
  for (const std::string text :
       {"0", "-0", "7", "5.", ".5", "-.25", "123456789012345", "12345678.9", "-1234567.12345678",
        "0.00000000000001", "23741.589"}) {
    const std::string buffer = "0000000000000000" + text;
    double number = 1;
    ASSERT_TRUE(read_decimal_in_place(std::string_view(buffer).substr(16), number)) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(number),
              std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
        << text;
  }
  for (const std::string text : {"", "-", ".", "-.", "1.2.3", "1e5", "1234567890123456", "+1",
                                 "--1", "12a", "1 ", "12345678901234567"}) {
    const std::string buffer = "0000000000000000" + text;
    double number = 1;
    EXPECT_FALSE(read_decimal_in_place(std::string_view(buffer).substr(16), number)) << text;
  }
}

}  // namespace
}  // namespace tally::csv
