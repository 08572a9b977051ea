// SPDX-License-Identifier: Apache-2.0
#include "tally/export/refusal.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"
#include "tally/export/sheet_together.h"
#include "tally/inside/export.h"

namespace tally {
namespace {

TEST(Refusal, OfTextsNamesTheColumnAndTheFormat) {
  const std::string sentence = "what the terms of 'it's' say cannot be exported to ";
  EXPECT_TRUE(has(refusal_of([] { to_pmml(text_sheet(), {"{}", "1", {}}); }), sentence + "PMML"));
  EXPECT_EQ(refusal_of([] { to_c(text_sheet(), {"{}", "1", {}}, "m"); }), "");
  EXPECT_EQ(refusal_of([] { to_onnx(text_sheet(), {"{}", "1", {}}); }), "");
}

TEST(Refusal, OfColumnsTogetherByAllFormatsButJson) {
  Sheet sheet = odd_sheet();
  sheet.together = std::make_shared<SheetTogether>();
  const SheetHead head{"{}", "1", {}};
  const std::string sentence = "what columns say together cannot be exported to ";
  EXPECT_TRUE(has(refusal_of([&] { to_c(sheet, head, "m"); }), sentence + "C"));
  EXPECT_TRUE(has(refusal_of([&] { to_sql(sheet, head, {}); }), sentence + "SQL"));
  EXPECT_TRUE(has(refusal_of([&] { to_onnx(sheet, head); }), sentence + "ONNX"));
  EXPECT_EQ(refusal_of([&] { to_json(sheet, head); }), "");
}

}  // namespace
}  // namespace tally
