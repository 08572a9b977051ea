// SPDX-License-Identifier: Apache-2.0
#include "tally/label.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace tally {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

Label integer(std::int64_t value) { return Label::of(value); }

TEST(Label, AnIntegralRealIsTheInteger) {
  EXPECT_EQ(Label::of(1.0), integer(1));
  EXPECT_EQ(Label::of(-0.0), integer(0));
  EXPECT_EQ(Label::of(-9223372036854775808.0), integer(kLeast));
  EXPECT_EQ(Label::of(1.0).hash(), integer(1).hash());
  EXPECT_NE(Label::of(1.5), integer(1));
  EXPECT_NE(Label::of(9223372036854775808.0), integer(kMost));  // 2^63 and 2^63 − 1
}

TEST(Label, AnUnsignedIntegerOf64BitsIsExact) {
  const auto parsed = [](const char* text) { return *Label::parse(text, ValueType::kNumber); };
  EXPECT_EQ(parsed("18446744073709551615").to_string(), "18446744073709551615");
  EXPECT_NE(parsed("18446744073709551615"), parsed("18446744073709551614"));
  EXPECT_NE(parsed("18446744073709551615"), parsed("18446744073709551616"));
  EXPECT_EQ(Label::of(std::uint64_t{7}), integer(7));
  EXPECT_EQ(Label::of(9223372036854775808.0), parsed("9223372036854775808"));
  EXPECT_EQ(Label::of(1e19).to_string(), "10000000000000000000");
}

TEST(Label, TypesAreToldApart) {
  EXPECT_NE(Label::of(true), integer(1));
  EXPECT_NE(Label::of("1"), integer(1));
  EXPECT_NE(Label::of("true"), Label::of(true));
  EXPECT_EQ(Label(), Label::of(""));
  EXPECT_EQ(Label::of(true).type(), ValueType::kBoolean);
  EXPECT_EQ(integer(1).type(), ValueType::kNumber);
  EXPECT_EQ(Label::of(0.5).type(), ValueType::kNumber);
  EXPECT_EQ(Label::of("x").type(), ValueType::kText);
}

// In their order, each once.
std::vector<Label> ladder() {
  return {Label::of(false),
          Label::of(true),
          Label::of(-1e300),
          Label::of(-9223372036854777856.0),  // the next double below −2^63
          integer(kLeast),
          integer(kLeast + 1),
          Label::of(-2.5),
          integer(-2),
          Label::of(-0.5),
          integer(0),
          Label::of(5e-324),
          Label::of(0.5),
          integer(1),
          Label::of(1.5),
          integer(9007199254740992),
          integer(9007199254740993),  // no double
          integer(kMost),
          Label::of(9223372036854775808.0),
          Label::of(std::uint64_t{9223372036854775809U}),
          Label::of(std::uint64_t{18446744073709551614U}),
          Label::of(std::uint64_t{18446744073709551615U}),
          Label::of(18446744073709551616.0),
          Label::of(1e300),
          Label::of(""),
          Label::of("10"),
          Label::of("9"),
          Label::of("Z"),
          Label::of("a"),
          Label::of("aa"),
          Label::of("é"),
          Label::of("否"),
          Label::of("是")};
}

TEST(Label, BooleansThenNumbersByValueThenTextByBytes) {
  const std::vector<Label> labels = ladder();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = 0; j < labels.size(); ++j) {
      EXPECT_EQ(labels[i] <=> labels[j], i <=> j)
          << labels[i].to_string() << " " << labels[j].to_string();
      EXPECT_EQ(labels[i] == labels[j], i == j);
    }
  }
}

TEST(Label, ReadsBackWhatItWrites) {
  for (const Label& label : ladder()) {
    EXPECT_EQ(Label::parse(label.to_string(), label.type()), label) << label.to_string();
  }
  std::mt19937_64 random(2);
  for (int i = 0; i < 10000; ++i) {
    const auto number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    const Label label = Label::of(number);
    EXPECT_EQ(Label::parse(label.to_string(), ValueType::kNumber), label) << label.to_string();
  }
}

TEST(Label, WritesTheShortestText) {
  EXPECT_EQ(Label::of(true).to_string(), "true");
  EXPECT_EQ(integer(-1).to_string(), "-1");
  EXPECT_EQ(Label::of(0.25).to_string(), "0.25");
  EXPECT_EQ(Label::of(0.1).to_string(), "0.1");
  EXPECT_EQ(Label::of(3.0).to_string(), "3");
  EXPECT_EQ(Label::of("浊响").to_string(), "浊响");
}

TEST(LabelParse, AnySpellingOfANumberIsOneLabel) {
  for (const char* text : {"10", "10.0", "1e1", "+10", "1E+1", "010", "10."}) {
    EXPECT_EQ(Label::parse(text, ValueType::kNumber), integer(10)) << text;
  }
  EXPECT_EQ(Label::parse("-0.0", ValueType::kNumber), integer(0));
  // Two integers that are one double stay two labels.
  EXPECT_NE(Label::parse("9007199254740993", ValueType::kNumber),
            Label::parse("9007199254740992", ValueType::kNumber));
}

TEST(LabelParse, RefusesWhatIsNotOfTheType) {
  for (const char* text : {"", "x", "nan", "inf", "-Infinity", "1e400", "1 ", "0x10", "1,5"}) {
    EXPECT_EQ(Label::parse(text, ValueType::kNumber), std::nullopt) << text;
  }
  for (const char* text : {"", "1", "0", "yes", "t", "truely"}) {
    EXPECT_EQ(Label::parse(text, ValueType::kBoolean), std::nullopt) << text;
  }
}

TEST(LabelParse, BooleansInAnyCase) {
  for (const char* text : {"true", "TRUE", "True"}) {
    EXPECT_EQ(Label::parse(text, ValueType::kBoolean), Label::of(true));
  }
  EXPECT_EQ(Label::parse("fAlse", ValueType::kBoolean), Label::of(false));
}

TEST(LabelParse, TextIsTakenAsItIs) {
  EXPECT_EQ(Label::parse(" 1 ", ValueType::kText), Label::of(" 1 "));
}

TEST(ParseNumber, TakesDecimalsAndNamesInAnyCase) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(parse_number("-1.5e3"), -1500);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("+1"), 1);
  EXPECT_EQ(parse_number("4.9e-324"), 5e-324);
  EXPECT_EQ(parse_number("INF"), infinity);
  EXPECT_EQ(parse_number("-Infinity"), -infinity);
  EXPECT_EQ(parse_number("+inf"), infinity);
  EXPECT_TRUE(std::isnan(parse_number("NaN").value()));
}

TEST(ParseNumber, BeyondADoubleIsInfinityOrZero) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(parse_number("1e309"), infinity);
  EXPECT_EQ(parse_number("-1e99999999999999999999"), -infinity);
  EXPECT_EQ(parse_number("1e-400"), 0);
}

TEST(ParseNumber, RefusesEverythingElse) {
  for (const char* text : {"", "+", "-", ".", "+-1", "-+1", "++1", "1e", "1e+", " 1", "1 ", "1f",
                           "1_0", "0x10", "1.2.3", "infin", "nan(1)", "one", "١"}) {
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
  }
}

TEST(Shortest, ReadsBackToTheSameDouble) {
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(1e300), "1e+300");
  EXPECT_EQ(shortest(-std::numeric_limits<double>::infinity()), "-inf");
  std::mt19937_64 random(3);
  for (int i = 0; i < 10000; ++i) {
    const auto number = std::bit_cast<double>(random());
    if (std::isnan(number)) continue;
    EXPECT_EQ(parse_number(shortest(number)), number);
  }
}

TEST(ValueType, HasNames) {
  for (const ValueType type : {ValueType::kBoolean, ValueType::kNumber, ValueType::kText,
                               ValueType::kTime, ValueType::kDuration}) {
    EXPECT_EQ(parse_value_type(to_string(type)), type);
  }
  EXPECT_EQ(parse_value_type("integer"), std::nullopt);
  EXPECT_EQ(Label::parse("2024-02-29", ValueType::kTime), std::nullopt);
  EXPECT_EQ(Label::parse("PT1H", ValueType::kDuration), std::nullopt);
}

}  // namespace
}  // namespace tally
