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

}  // namespace
}  // namespace tally::csv
