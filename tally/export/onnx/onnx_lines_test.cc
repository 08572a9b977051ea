// SPDX-License-Identifier: Apache-2.0
#include "tally/export/onnx/onnx_lines.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(OnnxLines, TakeAGroupOfCountsAsOneMatrix) {
  Sheet sheet = sheet_with(SheetCounts{{"a", "b"}, {1, 2, 3, 4}}, "items");
  sheet.inputs = {{"a", ValueType::kNumber}, {"b", ValueType::kNumber}, {"t", ValueType::kText}};
  OnnxGraph graph;
  const OnnxLines lines(sheet, graph);
  ASSERT_EQ(lines.inputs().size(), 2U);
  EXPECT_EQ(lines.inputs()[0].name, "items");
  EXPECT_EQ(lines.inputs()[0].columns, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(lines.inputs()[1].name, "t");
  EXPECT_EQ(lines.inputs()[1].type, ValueType::kText);
}

TEST(OnnxLines, GiveEachLineAValueOfItsOwn) {
  Sheet sheet = odd_sheet();
  OnnxGraph graph;
  OnnxLines lines(sheet, graph);
  std::set<OnnxValue> values;
  for (const SheetLine& line : sheet.lines) values.insert(lines.heard_of(line));
  EXPECT_EQ(values.size(), 3U);
}

}  // namespace
}  // namespace tally
