// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tally/export/export_testing.h"
#include "tally/export/onnx/onnx_lines.h"

namespace tally {
namespace {

TEST(OnnxTexts, AreMatricesOfTermsAndANumberOfUnknownOnes) {
  const Sheet sheet = sheet_of_texts();
  OnnxGraph graph;
  OnnxLines lines(sheet, graph);
  ASSERT_EQ(lines.inputs().size(), 3U);
  EXPECT_EQ(lines.inputs()[0].columns, (std::vector<std::string>{"ant", "zoo's"}));
  EXPECT_EQ(lines.inputs()[1].name, "t.unknown");
  EXPECT_EQ(lines.inputs()[1].kind, OnnxInput::Kind::kUnknownTerms);
  EXPECT_EQ(lines.inputs()[2].name, "t.pair");
  EXPECT_FALSE(lines.texts_said().empty());
}

// A matrix without a column cannot be multiplied.
TEST(OnnxTexts, HaveAColumnWithoutATerm) {
  const Sheet sheet = sheet_with(SheetTerms{"t", {}, {}, {0, 0}, false}, "t", ValueType::kText);
  OnnxGraph graph;
  OnnxLines lines(sheet, graph);
  ASSERT_EQ(lines.inputs().size(), 1U);
  EXPECT_EQ(lines.inputs()[0].columns, (std::vector<std::string>{""}));
  EXPECT_FALSE(lines.heard_of(sheet.lines[0]).empty());
}

}  // namespace
}  // namespace tally
