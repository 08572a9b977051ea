// SPDX-License-Identifier: Apache-2.0
#include "tally/read/cells/number_form.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tally {
namespace {

constexpr NumberForm kPoint{'.', true};
constexpr NumberForm kComma{',', true};

TEST(NumberForm, PointsAreDecimalsAndCommasMakeGroups) {
  EXPECT_EQ(read_formed_number("1,234.5", kPoint), 1234.5);
  EXPECT_EQ(read_formed_number("-1,234,567", kPoint), -1234567.0);
  EXPECT_EQ(read_formed_number("1e3", kPoint), 1000.0);
  EXPECT_EQ(read_formed_number(".5", kPoint), 0.5);
  for (const char* none : {"1,23", "1234,567", ",123", "1,234,56", "1,,234", "1.5,000", "1,234e",
                           "1, 234", "a,123", "", ",", "%", "-", "1,234.5.6", "12,345,6789"}) {
    EXPECT_FALSE(read_formed_number(none, kPoint)) << none;
  }
  EXPECT_FALSE(read_formed_number("1,234", {'.', false}));
}

TEST(NumberForm, CommasAreDecimalsAndPointsMakeGroups) {
  EXPECT_EQ(read_formed_number("3,14", kComma), 3.14);
  EXPECT_EQ(read_formed_number("1.234", kComma), 1234.0);
  EXPECT_EQ(read_formed_number("-1.234.567,25", kComma), -1234567.25);
  EXPECT_EQ(read_formed_number("1,5e3", kComma), 1500.0);
  EXPECT_EQ(read_formed_number("1,5.3", kComma), std::nullopt);
  EXPECT_EQ(read_formed_number("1.234,5.678", kComma), std::nullopt);
  EXPECT_EQ(read_formed_number("1,234.5,678", {}), std::nullopt);
  EXPECT_EQ(read_formed_number("42", kComma), 42.0);
  for (const char* none : {"3.14", "1,2,3", "1.23,4", "3,14.5", "x"}) {
    EXPECT_FALSE(read_formed_number(none, kComma)) << none;
  }
}

TEST(NumberForm, APercentSignIsLeftOut) {
  EXPECT_EQ(read_formed_number("12.5%", kPoint), 12.5);
  EXPECT_EQ(read_formed_number("12 %", kPoint), 12.0);
  EXPECT_EQ(read_formed_number("12,5 %", kComma), 12.5);
  EXPECT_FALSE(read_formed_number("5%%", kPoint));
  EXPECT_FALSE(read_formed_number("%5", kPoint));
}

TEST(NumberForm, ALabelKeepsEveryDigit) {
  EXPECT_EQ(read_formed_label("18446744073709551615", kPoint)->to_string(), "18446744073709551615");
  EXPECT_EQ(read_formed_label("9007199254740993", kComma)->to_string(), "9007199254740993");
  EXPECT_EQ(read_formed_label("1,000", kPoint), Label::of(1000.0));
  EXPECT_EQ(read_formed_label("1,000", kComma), Label::of(1.0));
  EXPECT_EQ(read_formed_label("2,5", kComma), Label::of(2.5));
  EXPECT_FALSE(read_formed_label("nan", kPoint));
  EXPECT_FALSE(read_formed_label("2.5", kComma));
}

TEST(NumberForm, WhatACellSaysAboutTheDecimal) {
  EXPECT_EQ(punctuation_of("3.14"), Punctuation::kPoint);
  EXPECT_EQ(punctuation_of("3,14"), Punctuation::kComma);
  EXPECT_EQ(punctuation_of("0,1234"), Punctuation::kComma);
  EXPECT_EQ(punctuation_of("1.234,5"), Punctuation::kComma);
  EXPECT_EQ(punctuation_of("1,234.5"), Punctuation::kPoint);
  EXPECT_EQ(punctuation_of("1,234"), Punctuation::kAmbiguous);
  EXPECT_EQ(punctuation_of("1.234"), Punctuation::kAmbiguous);
  EXPECT_EQ(punctuation_of("0,234"), Punctuation::kComma);  // no group begins with a zero
  EXPECT_EQ(punctuation_of("1,234,567"), Punctuation::kPoint);
  EXPECT_EQ(punctuation_of("1234"), Punctuation::kNone);
  EXPECT_EQ(punctuation_of("a,b"), Punctuation::kNone);
  EXPECT_EQ(punctuation_of("12,5%"), Punctuation::kComma);
}

}  // namespace
}  // namespace tally
