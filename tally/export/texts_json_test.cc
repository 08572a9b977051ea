// SPDX-License-Identifier: Apache-2.0
#include "tally/export/texts_json.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(TextsAsJson, HaveTermsLinesCorrectionsAndWeights) {
  const SheetTexts texts = sheet_texts_of(texts_of_a_rule());
  const ExportJson json = texts_as_json(texts, {Label::of("no"), Label::of("yes")});
  EXPECT_EQ(json["told"], (ExportJson{"yes"}));
  EXPECT_EQ(json["trust_corrections"], 0.75);
  EXPECT_EQ(json["of_class"], ExportJson::parse("[[1.0, 2.0, 3.0]]"));
  const ExportJson& words = json["zones"][0];
  EXPECT_EQ(words["terms"], (ExportJson{"ant", "zoo's"}));
  EXPECT_EQ(words["lines"], (ExportJson{0, 1}));
  EXPECT_EQ(words["twice"], (ExportJson{true, false}));
  EXPECT_EQ(words["leanings"][1], (ExportJson{-0.5, -1.5, -2.5}));
  EXPECT_EQ(words["corrections"]["zoo's"], ExportJson::parse("[0.5]"));
  EXPECT_FALSE(words["corrections"].contains("ant"));
  EXPECT_EQ(words["weights"]["sum 0.1"], 0.0);
  EXPECT_EQ(json["zones"][1]["weights"]["strong 3"], 29.0);
  EXPECT_EQ(json["zones"][1]["pairs"], true);
}

TEST(CuttingAsJson, HasTheExpressionWhereOneCuts) {
  TextOptions options;
  EXPECT_EQ(cutting_as_json(options)["tokens"], "word");
  EXPECT_FALSE(cutting_as_json(options).contains("regex"));
  options.tokens = TokenKind::kRegex;
  options.regex = "[a-z]+";
  EXPECT_EQ(cutting_as_json(options)["regex"], "[a-z]+");
}

}  // namespace
}  // namespace tally
