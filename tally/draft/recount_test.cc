// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/recount.h"

#include <gtest/gtest.h>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

ColumnSchema column_of(const std::string& name, Family family) {
  ColumnSchema column;
  column.name = name;
  column.family = family;
  return column;
}

Schema with_class(std::vector<ColumnSchema> columns) {
  ColumnSchema& target = columns.emplace_back();
  target.name = "y";
  target.role = Role::kTarget;
  target.type = ValueType::kText;
  return validated({std::move(columns), {}, {}});
}

// Thirty rows of numbers that are counted by value, and a sample of some of them.
Model by_value(std::int64_t most) {
  const Schema schema =
      with_class({column_of("a", Family::kCategorical), column_of("b", Family::kCategorical)});
  std::vector<std::optional<Label>> a, b;
  std::vector<std::string> classes;
  for (std::int64_t row = 0; row < 30; ++row) {
    a.emplace_back(Label::of(row % 10));
    b.emplace_back(Label::of(row % 3));
    classes.emplace_back(row % 2 == 0 ? "k" : "l");
  }
  TestTable table;
  table.labels("a", a).labels("b", b).texts("y", classes);
  Model model{Counts(schema), ""};
  model.counts.add(table.batch());
  RowSampler sampler(schema, RowSample(most));
  sampler.add(table.batch());
  model.sample = sampler.sample();
  return model;
}

std::vector<CountRow> rows_of(const Counts& counts) {
  std::vector<CountRow> rows;
  counts.for_each_row([&](const CountRow& row) { rows.push_back(row); });
  return rows;
}

struct Wanted {
  bool recast, rows, sample;
};

void expect_recounted(const Schema& settled, std::int64_t most, const Wanted& wanted) {
  const std::pair<Recount, bool> ways[] = {{Recount::kRecast, wanted.recast},
                                           {Recount::kRows, wanted.rows},
                                           {Recount::kSample, wanted.sample},
                                           {Recount::kReread, false}};
  for (const auto& [way, is_enough] : ways) {
    Model model = by_value(most);
    const Model before = by_value(most);
    SCOPED_TRACE(static_cast<int>(way));
    ASSERT_EQ(recount(model, settled, way), is_enough);
    if (is_enough) {
      EXPECT_EQ(model.counts.schema(), settled);
      EXPECT_EQ(rows_of(model.counts), rows_of(before.counts.recast(settled)));
    } else {
      EXPECT_EQ(rows_of(model.counts), rows_of(before.counts));
    }
    if (is_enough && way == Recount::kSample) {
      EXPECT_EQ(model.sample, resampled(before.sample, before.counts, settled));
      EXPECT_TRUE(is_sample_of(model.sample, settled));
    } else {
      EXPECT_EQ(model.sample, before.sample);
    }
  }
}

TEST(Recount, AColumnThatIsLeftOut) {
  // Rows that were left out of the sample may be in it without the column.
  const Schema settled = with_class({column_of("a", Family::kCategorical)});
  expect_recounted(settled, 100, {true, true, true});
  expect_recounted(settled, 5, {true, true, false});
}

TEST(Recount, AColumnThatIsSomethingElse) {
  const Schema settled =
      with_class({column_of("a", Family::kGaussian), column_of("b", Family::kCategorical)});
  expect_recounted(settled, 100, {true, false, true});
  expect_recounted(settled, 5, {true, false, true});
}

TEST(Recount, WhatCountsOfValuesDoNotSay) {
  const Schema settled =
      with_class({column_of("a", Family::kPoisson), column_of("b", Family::kCategorical)});
  expect_recounted(settled, 100, {false, false, false});
}

TEST(Recount, WhatIsSettledAlreadyStays) {
  Model model = by_value(5);
  const Model before = by_value(5);
  EXPECT_TRUE(recount(model, before.counts.schema(), Recount::kReread));
  EXPECT_EQ(rows_of(model.counts), rows_of(before.counts));
  EXPECT_EQ(model.sample, before.sample);
}

}  // namespace
}  // namespace tally
