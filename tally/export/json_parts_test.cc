// SPDX-License-Identifier: Apache-2.0
#include "tally/export/json_parts.h"

#include <gtest/gtest.h>

namespace tally {
namespace {

TEST(JsonParts, KeepTheTypesOfLabels) {
  EXPECT_EQ(json_line(labels_as_json({Label::of(true), Label::of(std::int64_t{-3}), Label::of(0.25),
                                      Label::of("true")})),
            R"([true,-3,0.25,"true"])");
}

TEST(JsonParts, CutTablesIntoRows) {
  EXPECT_EQ(json_line(by_item({1, 2, 3, 4, 5, 6}, 3)), "[[1.0,2.0,3.0],[4.0,5.0,6.0]]");
  EXPECT_EQ(json_line(by_item({}, 3)), "[]");
}

TEST(JsonParts, AreReadableAndTheSame) {
  const ExportJson json{{"a", {1, 2}}, {"b", {{1, 2}, {3, 4}}}, {"c", ExportJson::object()}};
  EXPECT_EQ(readable(json),
            "{\n \"a\": [1,2],\n \"b\": [\n  [1,2],\n  [3,4]\n ],\n \"c\": {}\n}\n");
  EXPECT_EQ(ExportJson::parse(readable(json)), json);
}

TEST(JsonParts, ReplaceBytesThatAreNoUtf8) {
  EXPECT_EQ(json_line(ExportJson("\xff")), "\"\xef\xbf\xbd\"");
}

}  // namespace
}  // namespace tally
