// SPDX-License-Identifier: Apache-2.0
#include "tally/export/onnx/onnx_graph.h"

#include <gtest/gtest.h>

#include "tally/export/onnx/proto_testing.h"

namespace tally {
namespace {

// Field numbers are those of onnx.proto.
TEST(OnnxGraph, ListsInputsConstantsNodesAndOutputs) {
  OnnxGraph graph;
  const OnnxValue x = graph.input("x", OnnxType::kDouble, 1);
  const OnnxValue twice = graph.node("Mul", {x, graph.numbers({2}, {1, 1})});
  graph.output("y", twice, OnnxType::kDouble, {OnnxGraph::kRows, 1});
  const ReadProto model(graph.model({"g", "1", "about", {{"key", "value"}}}).bytes());
  EXPECT_EQ(model.integers.at(1)[0], 8);    // ir_version
  EXPECT_EQ(model.texts.at(8).size(), 2U);  // opset_import
  EXPECT_EQ(ReadProto(model.texts.at(14)[0]).texts.at(2)[0], "value");
  const ReadProto read(model.texts.at(7)[0]);
  ASSERT_EQ(read.texts.at(1).size(), 2U);  // Mul, and Identity for the name
  const ReadProto mul(read.texts.at(1)[0]);
  EXPECT_EQ(mul.texts.at(4)[0], "Mul");
  EXPECT_EQ(mul.texts.at(1)[0], "x");
  const ReadProto constant(read.texts.at(5)[0]);
  EXPECT_EQ(constant.integers.at(1), (std::vector<std::int64_t>{1, 1}));
  EXPECT_EQ(constant.integers.at(2)[0], 11);
  EXPECT_EQ(constant.texts.at(9)[0], std::string("\0\0\0\0\0\0\0\x40", 8));  // 2.0
  EXPECT_EQ(constant.texts.at(8)[0], mul.texts.at(1)[1]);
  EXPECT_EQ(ReadProto(read.texts.at(11)[0]).texts.at(1)[0], "x");
  EXPECT_EQ(ReadProto(read.texts.at(12)[0]).texts.at(1)[0], "y");
}

// A column may be called like an output, like what is made on the way, or not at all.
TEST(OnnxGraph, GivesNoNameTwiceAndNoneThatIsEmpty) {
  OnnxGraph graph;
  EXPECT_EQ(graph.input("tally/Exp1", OnnxType::kDouble, 1), "tally/Exp1");
  EXPECT_EQ(graph.input("", OnnxType::kDouble, 1), "x");
  EXPECT_EQ(graph.input("x", OnnxType::kDouble, 1), "x_2");
  EXPECT_EQ(graph.node("Exp", {"x"}), "tally/Exp1_2");
}

TEST(OnnxGraph, WritesAttributesWithTheirTypes) {
  const ReadProto one(OnnxAttribute("axis", std::int64_t{-1}).message().bytes());
  EXPECT_EQ(one.integers.at(3)[0], -1);
  EXPECT_EQ(one.integers.at(20)[0], 2);
  const ReadProto many(OnnxAttribute("axes", std::vector<std::int64_t>{0, 2}).message().bytes());
  EXPECT_EQ(many.integers.at(8), (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(many.integers.at(20)[0], 7);
  const ReadProto texts(OnnxAttribute("keys", std::vector<std::string>{"a", ""}).message().bytes());
  EXPECT_EQ(texts.texts.at(9), (std::vector<std::string>{"a", ""}));
  EXPECT_EQ(texts.integers.at(20)[0], 8);
}

}  // namespace
}  // namespace tally
