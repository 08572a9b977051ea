// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/number_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

namespace tally {
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

// Decimals of up to 25 digits with the point anywhere: the short way ends at 15 of them.
TEST(NumberText, AtTheLimitsOfTheShortWay) {
  for (const char* start :
       {"9", "1", "9007199254740993", "4503599627370497", "00000000000000001"}) {
    for (std::size_t digits = 1; digits <= 25; ++digits) {
      std::string whole(start);
      whole.resize(digits, whole.back() == '9' ? '9' : '0');
      for (std::size_t point = 0; point <= digits; ++point) {
        for (const char* sign : {"", "-"}) {
          const std::string text = sign + whole.substr(0, point) + "." + whole.substr(point);
          expect_as_strtod(text);
          for (const char* exponent :
               {"e22", "e23", "e-22", "e-23", "e308", "e-320", "e0", "E+1"}) {
            expect_as_strtod(text + exponent);
          }
          double in_place = 1;
          const std::string buffer = "9999999999999999" + text;
          const bool is_read = read_decimal_in_place(std::string_view(buffer).substr(16), in_place);
          ASSERT_EQ(is_read, digits <= 15) << text;
          if (!is_read) continue;
          ASSERT_EQ(std::bit_cast<std::uint64_t>(in_place),
                    std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
              << text;
        }
      }
    }
  }
}

// Just between two doubles, and a unit of the last digit beside: only the even one is right.
TEST(NumberText, HalfwayBetweenTwoNumbers) {
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const std::string odd = std::to_string((std::uint64_t{1} << 53) + 1 + 2 * i);
    const std::string half = std::to_string((std::uint64_t{1} << 52) + i);
    const std::string quarter = std::to_string((std::uint64_t{1} << 51) + i);
    for (const std::string& text :
         {odd, odd + ".", odd + "0", odd + "e-3", odd + ".00000000000000000001", half + ".5",
          half + ".4", half + ".6", half + ".49999999999999999999", half + ".50000000000000000001",
          quarter + ".25", quarter + ".75", quarter + ".24", quarter + ".7500000000000001"}) {
      expect_as_strtod(text);
      expect_as_strtod("-" + text);
    }
  }
}

TEST(NumberText, EveryByteAtEveryPlaceInPlace) {
  const std::string digits = "12345678901234567";
  for (std::size_t size = 1; size <= digits.size(); ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string buffer = "-9.99999999999.9" + digits.substr(0, size);
        buffer[16 + at] = static_cast<char>(byte);
        const std::string text = buffer.substr(16);
        const bool is_sign = byte == '-' && at == 0 && size > 1;
        const bool is_point = byte == '.' && size > 1;
        const bool is_digit = byte >= '0' && byte <= '9';
        const bool is_short =
            (is_sign || is_point || is_digit) && size - (is_sign || is_point ? 1U : 0U) <= 15;
        double number = 1;
        ASSERT_EQ(read_decimal_in_place(std::string_view(buffer).substr(16), number), is_short)
            << text;
        if (!is_short) continue;
        ASSERT_EQ(std::bit_cast<std::uint64_t>(number),
                  std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
            << text;
      }
    }
  }
}

}  // namespace
}  // namespace tally
