// SPDX-License-Identifier: Apache-2.0
#include "tally/label.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

constexpr ValueType kTypes[] = {ValueType::kBoolean, ValueType::kNumber, ValueType::kText,
                                ValueType::kTime, ValueType::kDuration};

TEST(ValueType, EveryTypeHasANameOfItsOwn) {
  for (const ValueType type : kTypes) EXPECT_EQ(parse_value_type(to_string(type)), type);
  EXPECT_EQ(parse_value_type("Number"), std::nullopt);
  EXPECT_EQ(parse_value_type(""), std::nullopt);
}

TEST(ValueType, TimesAndDurationsAreNumbers) {
  EXPECT_TRUE(is_numeric(ValueType::kNumber));
  EXPECT_TRUE(is_numeric(ValueType::kTime));
  EXPECT_TRUE(is_numeric(ValueType::kDuration));
  EXPECT_FALSE(is_numeric(ValueType::kBoolean));
  EXPECT_FALSE(is_numeric(ValueType::kText));
}

}  // namespace
}  // namespace tally
