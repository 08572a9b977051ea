// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/triple_choice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tally/assess/full/triple_counts.h"
#include "tally/estimate/full/ugly_table_testing.h"
#include "tally/inside/assess.h"

namespace tally {
namespace {

struct Table {
  Schema schema;
  Batch batch;
};

// Columns of two values, of which three tell the class by their parity and no pair does.
Table parity_table(std::size_t rows, std::size_t columns, bool is_told, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::vector<std::vector<std::string>> cells(columns);
  std::vector<std::string> klass;
  for (std::size_t i = 0; i < rows; ++i) {
    unsigned parity = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      const auto bit = static_cast<unsigned>(random() % 2);
      cells[c].push_back(random() % 20 == 0 ? "" : bit == 1 ? "yes" : "no");
      if (c == 1 || c == 3 || c == 4) parity ^= bit;
    }
    if (!is_told || random() % 10 == 0) parity = static_cast<unsigned>(random() % 2);
    klass.emplace_back(parity == 1 ? "odd" : "even");
  }
  Table out;
  BatchBuilder builder;
  for (std::size_t c = 0; c < columns; ++c) {
    const std::string name = "c" + std::to_string(100 + c);
    builder.texts(name, cells[c]);
    out.schema.columns.push_back(feature(name, Family::kCategorical, ValueType::kText));
    out.schema.joint.grid.push_back({name, {}});
  }
  out.batch = builder.texts("class", klass).batch();
  out.schema.columns.push_back(target_column("class"));
  out.schema = validated(out.schema);
  return out;
}

Counts counts_of(const Table& table) {
  Counts counts(table.schema);
  counts.add(table.batch);
  return counts;
}

RowSample sample_of(const Table& table, std::int64_t most = 65'536) {
  RowSampler sampler(table.schema, RowSample(most));
  sampler.add(table.batch);
  return sampler.sample();
}

constexpr std::size_t kPlenty = 16'000'000;

TEST(TripleChoice, FindsTheThreeThatTellTheClass) {
  for (const std::size_t columns : {5, 6, 24}) {  // of 24 there are 2024 triples: pairs are ranked
    const Table table = parity_table(1500, columns, true);
    const std::vector<Triple> found = choose_triples(counts_of(table), sample_of(table), kPlenty);
    EXPECT_NE(std::find(found.begin(), found.end(), Triple{"c101", "c103", "c104"}), found.end());
    EXPECT_LE(found.size(), 3U) << "noise is not to be taken";
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
  }
}

TEST(TripleChoice, TakesNoneWhereNothingIsTold) {
  const Table table = parity_table(1500, 8, false);
  EXPECT_TRUE(choose_triples(counts_of(table), sample_of(table), kPlenty).empty());
}

TEST(TripleChoice, KeepsWithinTheCells) {
  const Table table = parity_table(1500, 5, true);
  // Ten pairs of 2 · 2 cells and a triple of 2 · 2 · 2, for two classes.
  const std::size_t pairs = std::size_t{10} * 4 * 2, triple = std::size_t{8} * 2;
  EXPECT_EQ(choose_triples(counts_of(table), sample_of(table), pairs + triple).size(), 1U);
  EXPECT_TRUE(choose_triples(counts_of(table), sample_of(table), pairs + triple - 1).empty());
}

TEST(TripleChoice, NeedsThreeColumnsAndTwoClasses) {
  const Table two = parity_table(300, 2, false);
  EXPECT_TRUE(choose_triples(counts_of(two), sample_of(two), kPlenty).empty());
  Table one_class = parity_table(300, 5, true);
  one_class.batch = BatchBuilder()
                        .texts("c100", {"a", "b"})
                        .texts("c101", {"a", "b"})
                        .texts("c102", {"a", "b"})
                        .texts("c103", {"a", "b"})
                        .texts("c104", {"a", "b"})
                        .texts("class", {"x", "x"})
                        .batch();
  EXPECT_TRUE(choose_triples(counts_of(one_class), sample_of(one_class), kPlenty).empty());
  const Counts nothing(parity_table(10, 5, true).schema);
  EXPECT_TRUE(choose_triples(nothing, RowSample(10), kPlenty).empty());
}

// With it the rule knows the class, and without it nothing does.
TEST(TripleChoice, WhatIsChosenIsWorthIt) {
  Table table = parity_table(1500, 6, true);
  const auto loss = [&] {
    const std::vector<RuleWeight> rule = weigh(counts_of(table), sample_of(table, 4096));
    return rule_scores(rule).back().log_loss;
  };
  const double before = loss();
  table.schema.joint.triples = choose_triples(counts_of(table), sample_of(table), kPlenty);
  EXPECT_GT(before, 0.6);
  EXPECT_LT(loss(), 0.35);
}

// What is counted from rows for the choice says what the rule will say.
TEST(SampleTriple, SaysWhatTheFeatureSays) {
  for (const bool has_weights : {false, true}) {
    const UglyTable table = ugly_table(80, 3, has_weights, 3);
    CodedRows rows;
    rows.classes = 3;
    for (const auto& column : table.codes) {
      std::vector<std::int32_t>& codes = rows.codes.emplace_back();
      std::int32_t size = 0;
      for (const std::optional<int>& code : column) {
        codes.push_back(code.value_or(-1));
        size = std::max(size, codes.back() + 1);
      }
      rows.sizes.push_back(size);
    }
    for (std::size_t i = 0; i < table.truths.size(); ++i) {
      rows.truths.push_back(static_cast<std::int32_t>(table.truths[i]));
      rows.weights.push_back(static_cast<float>(table.weights[i]));
      rows.times.push_back(1);
    }
    SampleTriple triple(rows);
    const std::array<std::size_t, 3> columns{1, 2, 5};
    triple.count(columns);
    std::vector<float> said(3);
    for (std::size_t row = 0; row < table.truths.size(); ++row) {
      const SaidByRows wanted(table, {}, 1, static_cast<std::ptrdiff_t>(row));
      const bool is_known = table.codes[1][row] && table.codes[2][row] && table.codes[5][row];
      ASSERT_EQ(triple.say(row, said), is_known);
      for (std::size_t k = 0; is_known && k < 3; ++k) {
        EXPECT_NEAR(said[k], wanted.triple(columns, row, k), 2e-5) << row;
      }
    }
  }
}

}  // namespace
}  // namespace tally
