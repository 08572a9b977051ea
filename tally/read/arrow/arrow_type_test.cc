// SPDX-License-Identifier: Apache-2.0
#include "tally/read/arrow/arrow_type.h"

#include <gtest/gtest.h>

#include "tally/read/read_testing.h"

namespace tally {
namespace {

using Kind = ArrowType::Kind;

ArrowType type_of(const char* format) {
  ArrowSchema schema{};
  schema.format = format;
  return arrow_type(schema);
}

// The letters are those of the specification's table of format strings.
TEST(ArrowType, Numbers) {
  const std::pair<const char*, NumberType> formats[] = {
      {"c", NumberType::kInt8},   {"C", NumberType::kUInt8},  {"s", NumberType::kInt16},
      {"S", NumberType::kUInt16}, {"i", NumberType::kInt32},  {"I", NumberType::kUInt32},
      {"l", NumberType::kInt64},  {"L", NumberType::kUInt64}, {"f", NumberType::kFloat32},
      {"g", NumberType::kFloat64}};
  for (const auto& [format, number] : formats) {
    EXPECT_EQ(type_of(format).kind, Kind::kNumber) << format;
    EXPECT_EQ(type_of(format).number_type, number) << format;
    EXPECT_EQ(type_of(format).holds, ValueType::kNumber);
    EXPECT_TRUE(type_of(format).is_plain());
  }
  EXPECT_EQ(type_of("e").kind, Kind::kHalf);
  EXPECT_EQ(type_of("d:9,2").scale, 2);
  EXPECT_EQ(type_of("d:9,2").bytes, 16);
  EXPECT_EQ(type_of("d:9,-3,32").bytes, 4);
  EXPECT_EQ(type_of("d:9,-3,32").scale, -3);
}

TEST(ArrowType, TimesAndDurationsAreSeconds) {
  struct Expected {
    const char* format;
    ValueType holds;
    NumberType number;
    std::int64_t per_second, seconds_each;
  };
  constexpr ValueType kTime = ValueType::kTime, kDuration = ValueType::kDuration;
  constexpr NumberType k32 = NumberType::kInt32, k64 = NumberType::kInt64;
  for (const Expected& expected :
       {Expected{"tdD", kTime, k32, 1, 86400}, Expected{"tdm", kTime, k64, 1000, 1},
        Expected{"tss:", kTime, k64, 1, 1}, Expected{"tsm:", kTime, k64, 1000, 1},
        Expected{"tsu:UTC", kTime, k64, 1000000, 1},
        Expected{"tsn:Asia/Tokyo", kTime, k64, 1000000000, 1},
        Expected{"tts", kDuration, k32, 1, 1}, Expected{"ttm", kDuration, k32, 1000, 1},
        Expected{"ttu", kDuration, k64, 1000000, 1}, Expected{"ttn", kDuration, k64, 1000000000, 1},
        Expected{"tDs", kDuration, k64, 1, 1}, Expected{"tDm", kDuration, k64, 1000, 1},
        Expected{"tDu", kDuration, k64, 1000000, 1},
        Expected{"tDn", kDuration, k64, 1000000000, 1}}) {
    const ArrowType type = type_of(expected.format);
    EXPECT_EQ(type.kind, Kind::kNumber) << expected.format;
    EXPECT_EQ(type.holds, expected.holds) << expected.format;
    EXPECT_EQ(type.number_type, expected.number) << expected.format;
    EXPECT_EQ(type.per_second, expected.per_second) << expected.format;
    EXPECT_EQ(type.seconds_each, expected.seconds_each) << expected.format;
  }
}

TEST(ArrowType, Texts) {
  EXPECT_EQ(type_of("u").kind, Kind::kText);
  EXPECT_EQ(type_of("U").kind, Kind::kLargeText);
  EXPECT_EQ(type_of("vu").kind, Kind::kTextView);
  EXPECT_TRUE(type_of("u").is_text() && type_of("vu").is_text() && !type_of("b").is_text());
  EXPECT_EQ(type_of("b").kind, Kind::kBoolean);
  EXPECT_EQ(type_of("n").kind, Kind::kNull);
}

TEST(ArrowType, RefusalsSayWhy) {
  EXPECT_TRUE(has(type_of("+l").refusal, "nested (a list)"));
  EXPECT_TRUE(has(type_of("+w:3").refusal, "nested (a list)"));
  EXPECT_TRUE(has(type_of("+s").refusal, "nested (a struct)"));
  EXPECT_TRUE(has(type_of("+m").refusal, "nested (a map)"));
  EXPECT_TRUE(has(type_of("z").refusal, "bytes"));
  EXPECT_TRUE(has(type_of("w:16").refusal, "bytes"));
  EXPECT_TRUE(has(type_of("tiM").refusal, "interval"));
  EXPECT_TRUE(has(type_of("d:50,2,256").refusal, "38 digits"));
  EXPECT_TRUE(has(type_of("?").refusal, "unknown type '?'"));
}

TEST(ArrowType, OfADictionaryTheValues) {
  ArrowSchema values{}, schema{};
  values.format = "U";
  schema.format = "C";
  schema.dictionary = &values;
  EXPECT_EQ(arrow_type(schema).kind, Kind::kLargeText);
  EXPECT_EQ(arrow_index_type(schema), NumberType::kUInt8);
  schema.format = "g";
  EXPECT_TRUE(error_of([&] { arrow_index_type(schema); }));
}

}  // namespace
}  // namespace tally
