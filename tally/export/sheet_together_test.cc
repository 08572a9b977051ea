// SPDX-License-Identifier: Apache-2.0
// Counted once more by hand; that an answer follows from it is seen in tests/python/test_export_json.py.
#include "tally/export/sheet_together.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"
#include "tally/export/together_json.h"

namespace tally {
namespace {

Counts counted_together() {
  Schema schema{{feature("a", Family::kCategorical, ValueType::kText),
                 feature("b", Family::kCategorical, ValueType::kText),
                 feature("x", Family::kGaussian), target_column("y")},
                {},
                {}};
  schema.joint = {{{"a", {}}, {"b", {}}, {"x", {2.5}}}, {{"a", "b", "x"}}, {}};
  Counts counts(validated(schema));
  counts.add(BatchBuilder()
                 .texts("a", {"u", "v", "u", "u", "v"})
                 .texts("b", {"p", "p", "q", "p", "q"})
                 .numbers("x", {1, 2, 3, 4, 5})
                 .texts("y", {"no", "no", "yes", "yes", "yes"})
                 .batch());
  return counts;
}

SheetTogether together() {
  const Counts counts = counted_together();
  return sheet_together_of(full_tables(full_features(counts)), counts);
}

TEST(SheetTogether, HasTheCellsOfColumnsPairsAndTriples) {
  const SheetTogether found = together();
  ASSERT_EQ(found.columns.size(), 3U);
  EXPECT_EQ(found.columns[0].labels, (std::vector<Label>{Label::of("u"), Label::of("v")}));
  EXPECT_EQ(found.columns[2].grid.cuts, std::vector<double>{2.5});
  EXPECT_EQ(found.columns[2].values, 2);
  ASSERT_EQ(found.singles.size(), 3U);
  EXPECT_EQ(found.singles[0].rows, (std::vector<double>{1, 2, 1, 1}));  // u: 1 no, 2 yes; v: 1, 1
  ASSERT_EQ(found.pairs.size(), 3U);
  EXPECT_EQ(found.pairs[0].columns, (std::vector<std::size_t>{0, 1}));
  ASSERT_EQ(found.pairs[0].codes.size(), 4U);
  EXPECT_EQ(found.pairs[0].codes[0], (std::vector<std::int32_t>{0, 0}));
  EXPECT_EQ(found.pairs[0].rows, (std::vector<double>{1, 1, 0, 1, 1, 0, 0, 1}));
  ASSERT_EQ(found.triples.size(), 1U);
  EXPECT_EQ(found.triples[0].columns, (std::vector<std::size_t>{0, 1, 2}));
  double rows = 0;
  for (const double n : found.triples[0].rows) rows += n;
  EXPECT_EQ(rows, 5);
}

TEST(SheetTogether, NamesWhatItReads) {
  std::vector<Sheet::Input> inputs{{"b", ValueType::kText}, {"z", ValueType::kNumber}};
  add_inputs(together(), inputs);
  ASSERT_EQ(inputs.size(), 4U);
  EXPECT_EQ(inputs[0].name, "a");
  EXPECT_EQ(inputs[2].name, "x");
  EXPECT_EQ(inputs[2].type, ValueType::kNumber);
}

TEST(TogetherAsJson, HasLabelsCutsCellsAndWeights) {
  const ExportJson json = together_as_json(together());
  EXPECT_EQ(json_line(json["columns"][0]),
            R"({"name":"a","values":2,"kind":"labels","labels":["u","v"]})");
  EXPECT_EQ(json_line(json["columns"][2]),
            R"({"name":"x","values":2,"kind":"numbers","cuts":[2.5]})");
  EXPECT_EQ(json_line(json["singles"][0]),
            R"({"columns":[0],"cells":[[0],[1]],"rows":[[1.0,2.0],[1.0,1.0]]})");
  EXPECT_EQ(json["parents"].size(), 3U);
  EXPECT_TRUE(json["triples"][0].contains("weight"));
  EXPECT_FALSE(json.contains("clouds"));
}

}  // namespace
}  // namespace tally
