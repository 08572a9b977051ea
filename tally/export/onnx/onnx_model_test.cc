// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"
#include "tally/export/onnx/proto_testing.h"

namespace tally {
namespace {

ReadProto graph_of(const Sheet& sheet) {
  return ReadProto(ReadProto(to_onnx(sheet, {"{}", "1", {}})).texts.at(7)[0]);
}

// ValueInfoProto: type (2), tensor (1), elements (1).
std::int64_t type_of(const std::string& value_info) {
  const ReadProto type(ReadProto(value_info).texts.at(2)[0]);
  return ReadProto(type.texts.at(1)[0]).integers.at(1)[0];
}

TEST(ToOnnx, HasAnInputForEachColumnAndTwoOutputs) {
  const ReadProto graph = graph_of(odd_sheet());
  ASSERT_EQ(graph.texts.at(11).size(), 3U);
  EXPECT_EQ(ReadProto(graph.texts.at(11)[0]).texts.at(1)[0], "a*/b");
  EXPECT_EQ(type_of(graph.texts.at(11)[0]), 8);   // texts
  EXPECT_EQ(type_of(graph.texts.at(11)[2]), 11);  // doubles
  EXPECT_EQ(ReadProto(graph.texts.at(12)[0]).texts.at(1)[0], "label");
  EXPECT_EQ(type_of(graph.texts.at(12)[0]), 8);
  EXPECT_EQ(ReadProto(graph.texts.at(12)[1]).texts.at(1)[0], "probabilities");
}

TEST(ToOnnx, GivesIntegersWhereAllClassesAre) {
  Sheet sheet = odd_sheet();
  sheet.classes = {Label::of(std::int64_t{-1}), Label::of(std::int64_t{1})};
  EXPECT_EQ(type_of(graph_of(sheet).texts.at(12)[0]), 7);
  sheet.classes = {Label::of(std::int64_t{-1}), Label::of(0.5)};
  EXPECT_EQ(type_of(graph_of(sheet).texts.at(12)[0]), 8);
}

TEST(ToOnnx, HasTheQuestionAndTheChecksAsMetadata) {
  const ReadProto model(
      to_onnx(odd_sheet(), {"{\"lambda\":1}", "1", {{{{"int", "3"}}, {0.5, 0.5}}}}));
  std::map<std::string, std::string> about;
  for (const std::string& entry : model.texts.at(14)) {
    const ReadProto pair(entry);
    about[pair.texts.at(1)[0]] = pair.texts.at(2)[0];
  }
  EXPECT_EQ(about.at("question"), "{\"lambda\":1}");
  EXPECT_EQ(about.at("classes"), R"(["p","q"])");
  EXPECT_EQ(about.at("checks"), R"([{"row":{"int":"3"},"posterior":[0.5,0.5]}])");
}

}  // namespace
}  // namespace tally
