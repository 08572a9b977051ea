// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/number_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/base/log_math.h"

namespace tally {
namespace {

TEST(NumberText, PlainCountsReadBack) {
  EXPECT_EQ(plain_count(9.0), "9");
  EXPECT_EQ(plain_count(2.5), "2.5");
  EXPECT_EQ(plain_count(123456789012.0), "123456789012");
}

TEST(NumberText, ThousandsStandApart) {
  EXPECT_EQ(count_text(999.0), "999");
  EXPECT_EQ(count_text(1000.0), "1,000");
  EXPECT_EQ(count_text(-1000.0), "-1,000");
  EXPECT_EQ(count_text(-100.0), "-100");
  EXPECT_EQ(count_text(123456.0), "123,456");
  EXPECT_EQ(count_text(1234.5), "1,234.5");
  EXPECT_EQ(count_text(0.12345), "0.12345");
  EXPECT_EQ(counted(32561, "row", "rows"), "32,561 rows");
}

TEST(NumberText, CountsAreWholeWhereTheyCanBe) {
  EXPECT_EQ(count_text(9.0), "9");
  EXPECT_EQ(count_text(0.0), "0");
  EXPECT_EQ(count_text(2.5), "2.5");
  EXPECT_EQ(count_text(123456789012.0), "123,456,789,012");
  EXPECT_EQ(count_text(1e300), "1e+300");
  EXPECT_EQ(count_text(ExactSum(15)), "15");
}

TEST(NumberText, OneAndMany) {
  EXPECT_EQ(counted(1, "class", "classes"), "1 class");
  EXPECT_EQ(counted(0, "class", "classes"), "0 classes");
}

TEST(NumberText, SixDigits) {
  EXPECT_EQ(six_digits(1.0 / 3), "0.333333");
  EXPECT_EQ(six_digits(-12.5), "-12.5");
  EXPECT_EQ(six_digits(kLogZero), "-inf");
  EXPECT_EQ(with_sign(1.0 / 3), "+0.333333");
  EXPECT_EQ(with_sign(kLogZero), "-inf");
  EXPECT_EQ(with_sign(-0.0), "+0");
}

TEST(NumberText, SpansHaveAUnitThatFits) {
  EXPECT_EQ(span_text(4.5), "4.5 s");
  EXPECT_EQ(span_text(119), "119 s");
  EXPECT_EQ(span_text(150), "2.5 min");
  EXPECT_EQ(span_text(36 * 3600), "36 h");
  EXPECT_EQ(span_text(-12.5 * 86400), "-12.5 days");
  EXPECT_EQ(measure_text(1709210096.6, ValueType::kTime), "2024-02-29T12:34:57");
  EXPECT_EQ(measure_text(150, ValueType::kDuration), "2.5 min");
  EXPECT_EQ(measure_text(150.1234567, ValueType::kNumber), "150.123");
}

TEST(NumberText, ProbabilitiesBeyondADouble) {
  EXPECT_EQ(probability_text(std::log(0.25)), "0.25");
  EXPECT_EQ(probability_text(kLogZero), "0");
  EXPECT_EQ(probability_text(-4321 * std::log(10.0) + std::log(2.5)), "2.5e-4321");
  EXPECT_EQ(probability_text(-1000 * std::log(10.0)), "1e-1000");
  EXPECT_EQ(probability_text(400 * std::log(10.0) + std::log(3.0)), "3e+400");
}

}  // namespace
}  // namespace tally
