// SPDX-License-Identifier: Apache-2.0
#include "tally/read/svmlight/svmlight_line.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <limits>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

std::string fault_of(std::string_view text) {
  SvmlightLine line;
  std::string fault;
  return parse_svmlight_line(text, line, fault) ? "" : fault;
}

TEST(SvmlightLine, LabelAndFeatures) {
  SvmlightLine line;
  std::string fault;
  ASSERT_TRUE(parse_svmlight_line("-1 qid:3 0:1.5\t7:-2e3  9:0 # 1:5 a comment", line, fault));
  EXPECT_EQ(line.label, "-1");
  ASSERT_EQ(line.features.size(), 3U);
  EXPECT_EQ(line.features[0].index, 0);
  EXPECT_EQ(line.features[0].value, 1.5);
  EXPECT_EQ(line.features[1].index, 7);
  EXPECT_EQ(line.features[1].value, -2000);
  EXPECT_EQ(line.features[2].index, 9);
}

TEST(SvmlightLine, BlankLinesAndCommentsHaveNoLabel) {
  for (const char* text : {"", "  \t\r", "# 1 2:3", "  # x"}) {
    const auto line = try_svmlight_line(text);
    ASSERT_TRUE(line) << text;
    EXPECT_TRUE(line->label.empty() && line->features.empty()) << text;
  }
  const auto line = try_svmlight_line("spam\r");
  EXPECT_EQ(line->label, "spam");
}

TEST(SvmlightLine, FaultsSayWhatWasExpected) {
  EXPECT_TRUE(has(fault_of("1 2"), "expected index:value, found '2'"));
  EXPECT_TRUE(has(fault_of("1 a:2"), "whole number"));
  EXPECT_TRUE(has(fault_of("1 -3:2"), "whole number"));
  EXPECT_TRUE(has(fault_of("1 3:x"), "finite number"));
  EXPECT_TRUE(has(fault_of("1 3:1e999"), "finite number"));
  EXPECT_TRUE(has(fault_of("1 3:"), "finite number"));
  EXPECT_TRUE(has(fault_of("1 3:1 3:2"), "must ascend"));
  EXPECT_TRUE(has(fault_of("1 3:1 2:2"), "index 2 follows 3"));
  EXPECT_TRUE(has(fault_of("3:1 4:2"), "expected one label"));
  EXPECT_TRUE(has(fault_of("1,2 4:2"), "expected one label"));
  EXPECT_TRUE(has(fault_of("1 99999999999999999999:2"), "whole number"));
}

// Values at the limits of the short way, and indices at the end of 64 bits.
TEST(SvmlightLine, NumbersAtTheLimits) {
  for (const std::string number :
       {"999999999999999", "9999999999999999", "9007199254740993", ".5", "5.", "-0", "+1", "1e22",
        "1e23", "0.000000000000001", "0.0000000000000001", "4503599627370496.5", "1e-400"}) {
    const std::string text = "1 9223372036854775807:" + number;
    const auto line = try_svmlight_line(text);
    ASSERT_TRUE(line) << text;
    EXPECT_EQ(line->features[0].index, std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(std::bit_cast<std::uint64_t>(line->features[0].value),
              std::bit_cast<std::uint64_t>(std::strtod(number.c_str(), nullptr)))
        << text;
  }
  for (const char* text : {"1 9223372036854775808:1", "1 3:-", "1 3:.", "1 3:-+1", "1 3:1e400",
                           "1 3:-inf", "1 3:1:2", "1 +3:1", "1 3.0:1", "1 :1"}) {
    EXPECT_FALSE(try_svmlight_line(text)) << text;
  }
}

}  // namespace
}  // namespace tally
