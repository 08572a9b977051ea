// SPDX-License-Identifier: Apache-2.0
#include "tally/export.h"

#include <gtest/gtest.h>

#include "tally/export/export_testing.h"

namespace tally {
namespace {

TEST(Sheet, HasALineForEachColumnAndItsInputs) {
  const Sheet found = odd_sheet();
  EXPECT_EQ(found.rule, "naive");
  EXPECT_EQ(found.target, "class");
  ASSERT_EQ(found.lines.size(), 3U);
  ASSERT_EQ(found.inputs.size(), 3U);
  EXPECT_EQ(found.inputs[0].name, "a*/b");
  EXPECT_EQ(found.inputs[2].type, ValueType::kNumber);
  EXPECT_NEAR(std::exp(found.start[0]), (2 + 1) / (5 + 2.0), 1e-12);  // Laplace's prior of p
}

TEST(Sheet, SaysWhatValuesSayByLaplace) {
  const Sheet sheet = odd_sheet();
  const auto& table =
      std::get<SheetValues>(sheet.lines[1].table);  // a__b: p has u, v; q has u, v, u
  ASSERT_EQ(table.values, (std::vector<Label>{Label::of("u"), Label::of("v")}));
  EXPECT_NEAR(std::exp(table.says[0]), 2 / 4.0, 1e-12);
  EXPECT_NEAR(std::exp(table.says[1]), 3 / 5.0, 1e-12);
  EXPECT_NEAR(std::exp(table.unseen[1]), 1 / 5.0, 1e-12);
}

TEST(Sheet, SaysWhetherARowMayBeImpossible) {
  EXPECT_FALSE(odd_sheet().has_impossible);
  Question question;
  question.lambda = 0;
  const Sheet sheet = odd_sheet(question);
  EXPECT_TRUE(sheet.has_impossible);
  EXPECT_EQ(std::get<SheetValues>(sheet.lines[1].table).unseen[0], -HUGE_VAL);
}

TEST(Sheet, HasTheLawsOfCountsWithSpread) {
  Counts counts(validated({{feature("few", Family::kNegativeBinomial),
                            feature("n", Family::kNegativeBinomial), target_column("y")},
                           {},
                           {}}));
  counts.add(BatchBuilder()
                 .numbers("few", {1, 1, 0, 0})
                 .numbers("n", {0, 8, 1, 1})
                 .texts("y", {"p", "p", "q", "q"})
                 .batch());
  const Sheet sheet = sheet_of(estimate(counts, {}), counts);
  const auto& few = std::get<SheetSpread>(sheet.lines.at(0).table);
  EXPECT_EQ(few.a, (std::vector<double>{0, 0}));
  EXPECT_EQ(few.rate, (std::vector<double>{1, 0}));
  EXPECT_TRUE(sheet.has_impossible);
  const auto& n = std::get<SheetSpread>(sheet.lines.at(1).table);  // p: μ = 4, σ² = 16
  EXPECT_NEAR(n.a[0], 16.0 / 12, 1e-12);
  EXPECT_NEAR(n.b[0], 4.0 / 12, 1e-12);
  EXPECT_EQ(n.a[1], 0);
}

// Terms come in their order, with the weights that they had: p(t | class) = (n + 1) / (M + V).
TEST(Sheet, HasTheTermsOfATextSorted) {
  Schema schema =
      validated({{feature("t", Family::kText, ValueType::kText), target_column("y")}, {}, {}});
  Counts counts(schema);
  auto dictionary = std::make_shared<TermDictionary>();
  for (const char* term : {"zoo", "ant"}) dictionary->code(term);
  const std::vector<std::int64_t> starts{0, 2, 3};
  const std::vector<std::int32_t> codes{0, 1, 0}, times{1, 2, 3};
  Terms terms{starts.data(), codes.data(), times.data(), dictionary, {}};
  Batch batch = BatchBuilder().texts("y", {"p", "q"}).batch();
  batch.columns.push_back({"t", terms});
  counts.add(batch);
  const Sheet sheet = sheet_of(estimate(counts, {}), counts);
  const auto& table = std::get<SheetTerms>(sheet.lines.at(0).table);
  EXPECT_EQ(table.terms, (std::vector<std::string>{"ant", "zoo"}));
  EXPECT_NEAR(std::exp(table.says[0]), 3 / 5.0, 1e-12);  // ant in p
  EXPECT_NEAR(std::exp(table.says[3]), 4 / 5.0, 1e-12);  // zoo in q
  EXPECT_FALSE(table.once);
}

}  // namespace
}  // namespace tally
