// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/assemble.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

Counts counted() {
  Schema schema;
  schema.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                    feature("flat", Family::kGaussian), feature("word_a", Family::kMultinomial),
                    feature("word_b", Family::kMultinomial),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  TestTable table;
  table.texts("colour", {"red", "blue", "red"})
      .numbers("flat", {2, 2, 2})
      .numbers("word_a", {1, 0, 3})
      .numbers("word_b", {0, 2, 0})
      .texts("y", {"k", "k", "l"});
  Counts counts(schema);
  counts.add(table.batch());
  return counts;
}

std::vector<TallyFacts> all_facts(const Counts& counts) {
  std::vector<TallyFacts> out;
  for (const Tally& tally : counts.tallies()) {
    out.push_back(facts_of(tally, counts.classes(), {}));
  }
  return out;
}

TEST(Assemble, LeavesOutWhatSaysNothing) {
  const Counts counts = counted();
  const Estimates estimates = assemble(counts.classes(), all_facts(counts), {});
  EXPECT_EQ(estimates.left_out, (std::vector<std::string>{"flat"}));
  EXPECT_EQ(estimates.features.size(), 2U);
}

TEST(Assemble, SomeValuesHaveTheSharesOfAll) {
  const Counts counts = counted();
  std::vector<TallyFacts> facts = all_facts(counts);
  facts[0].values.erase(facts[0].values.begin());  // blue
  facts[2].values.pop_back();                      // word_b
  const Estimates estimates = assemble(counts.classes(), facts, {});
  const auto& colours = std::get<CategoricalTable>(estimates.features[0].table);
  EXPECT_EQ(colours.values, (std::vector<Label>{Label::of("red")}));
  EXPECT_EQ(colours.log_p, (std::vector<double>{std::log(2.0 / 4), std::log(2.0 / 3)}));
  const auto& words = std::get<MultinomialTable>(estimates.features[1].table);
  EXPECT_EQ(estimates.features[1].columns, (std::vector<std::string>{"word_a"}));
  EXPECT_EQ(words.log_p, (std::vector<double>{std::log(2.0 / 5), std::log(4.0 / 5)}));
}

TEST(Assemble, WithoutAClassThereIsNoAnswer) { EXPECT_THROW(assemble({}, {}, {}), Error); }

}  // namespace
}  // namespace tally
