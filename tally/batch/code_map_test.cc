// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/code_map.h"

#include <gtest/gtest.h>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

struct Walk {
  std::vector<std::int32_t> numbers;
  int asked = 0;
};

// Numbers the labels "a", "b" and 7 as 10, 11 and 12.
Walk walk(CodeMap& map, const TestTable& table) {
  Walk out;
  const Batch batch = table.batch();
  map.for_each(
      batch.columns[0].values, batch.rows,
      [&](const Label& label) {
        ++out.asked;
        if (label == Label::of("a") || label == Label::of(false)) return 10;
        if (label == Label::of("b") || label == Label::of(true)) return 11;
        return label == Label::of(7.0) ? 12 : CodeMap::kRefused;
      },
      [&](std::int64_t, std::int32_t number) { out.numbers.push_back(number); });
  return out;
}

using Numbering = std::vector<std::int32_t>;

// The label of a number that was met before is another if it is a time now.
TEST(CodeMap, TimesAreTheirTexts) {
  CodeMap map;
  std::vector<std::string> labels;
  for (const ValueType type :
       {ValueType::kNumber, ValueType::kTime, ValueType::kDuration, ValueType::kNumber}) {
    TestTable table;
    table.seconds("x", {86400}, type);
    map.for_each(
        table.batch().columns[0].values, 1,
        [&](const Label& label) {
          labels.push_back(label.to_string());
          return 0;
        },
        [](std::int64_t, std::int32_t) {});
  }
  EXPECT_EQ(labels, (std::vector<std::string>{"86400", "1970-01-02", "P1D", "86400"}));
}

TEST(CodeMap, AsksOncePerLabel) {
  CodeMap map;
  TestTable table;
  table.texts("x", {"b", "a", "", "b", "zzz"});
  const Walk first = walk(map, table);
  EXPECT_EQ(first.numbers, (Numbering{11, 10, CodeMap::kMissing, 11, CodeMap::kRefused}));
  EXPECT_EQ(first.asked, 3);
  EXPECT_EQ(walk(map, table).asked, 0);
}

TEST(CodeMap, AnotherDictionaryIsAskedAnew) {
  CodeMap map;
  TestTable first, second;
  first.texts("x", {"a", "b"});
  second.texts("x", {"b", "a"});
  EXPECT_EQ(walk(map, first).numbers, (Numbering{10, 11}));
  EXPECT_EQ(walk(map, second).numbers, (Numbering{11, 10}));
}

TEST(CodeMap, NumbersAndBits) {
  CodeMap map;
  TestTable numbers, bits;
  numbers.numbers("x", {7, TestTable::kMissing, std::numeric_limits<double>::infinity(), 7});
  EXPECT_EQ(walk(map, numbers).numbers, (Numbering{12, CodeMap::kMissing, CodeMap::kRefused, 12}));
  bits.booleans("x", {1, -1, 0});
  EXPECT_EQ(walk(map, bits).numbers, (Numbering{11, CodeMap::kMissing, 10}));
}

}  // namespace
}  // namespace tally
