// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_values.h"

#include <gtest/gtest.h>

#include "tally/assess/left_out/left_out_testing.h"

namespace tally {
namespace {

ExactSum sum_of(double x) {
  ExactSum sum;
  sum.add(x);
  return sum;
}

// Rows of a batch but one, counted afresh.
Counts counted_without(const Rows& rows, std::int64_t row) {
  Counts others(rows.schema);
  if (row > 0) others.add(slice(rows.batch, 0, row));
  if (row + 1 < rows.batch.rows) others.add(slice(rows.batch, row + 1, rows.batch.rows));
  return others;
}

double weight_at(const Rows& rows, std::int64_t row) {
  double out = 1;
  if (rows.schema.weight() == nullptr) return out;
  for_each_number(std::get<Numbers>(*rows.batch.find("weight")), rows.batch.rows,
                  [&](std::int64_t at, double w) { out = at == row ? w : out; });
  return out;
}

std::int32_t code_of(const Counts& counts, const Label& label) {
  for (const Counts::Class& klass : counts.classes()) {
    if (klass.label == label) return klass.code;
  }
  return -1;
}

// Totals and possible values of every kind of column are those of the other rows, counted afresh; so is
// what the others have of the row's own value, where they know it.
TEST(LeftOutValues, EqualCountingAllOthers) {
  for (const bool with_weights : {false, true}) {
    const Rows rows = random_rows(90, with_weights, with_weights ? 5 : 4);
    Counts counts(rows.schema);
    counts.add(rows.batch);
    std::vector<std::int32_t> codes;
    for (const Counts::Class& klass : counts.classes()) codes.push_back(klass.code);
    for (const char* name : {"colour", "flag", "above", "binned"}) {
      const ValueTally& tally = values_of(*counts.find(name));
      LeftOutValues values(tally, codes, *rows.batch.find(name), rows.batch.rows);
      int with_value = 0;
      for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
        const Label truth = *cell_label(*rows.batch.find("class"), row);
        std::size_t own = 0;
        while (!(counts.classes()[own].label == truth)) ++own;
        const bool has_value = cell_label(*rows.batch.find(name), row).has_value();
        EXPECT_EQ(values.leave_out(row, own, sum_of(weight_at(rows, row))), has_value);
        if (!has_value) continue;
        ++with_value;
        const Counts others = counted_without(rows, row);
        const ValueTally& left = values_of(*others.find(name));
        EXPECT_EQ(values.possible(), left.possible_values()) << name << " " << row;
        ExactSum in_value, all_others;
        for (std::size_t k = 0; k < codes.size(); ++k) {
          const std::int32_t code = code_of(others, counts.classes()[k].label);
          EXPECT_EQ(values.totals()[k], left.total(code)) << name << " " << row;
          in_value += values.in_value()[k];
          ExactSum here = tally.total(codes[k]);
          here -= values.totals()[k];
          EXPECT_EQ(here, k == own ? sum_of(weight_at(rows, row)) : ExactSum());
        }
        EXPECT_GE(in_value.sign(), 0);
      }
      EXPECT_GT(with_value, 60) << name;
    }
  }
}

// A value that one row alone has is gone with it; declared values stay possible.
TEST(LeftOutValues, AValueOfOneRowIsGoneUnlessDeclared) {
  for (const bool declared : {false, true}) {
    Schema schema = validated(
        {{feature("c", Family::kCategorical, ValueType::kText), target_column("class")}, {}, {}});
    if (declared) {
      for (ColumnSchema& column : schema.columns) {
        if (column.name == "c") column.values = {Label::of("own"), Label::of("red")};
      }
      schema = validated(schema);
    }
    Counts counts(schema);
    const Batch batch =
        BatchBuilder().texts("c", {"red", "own", "red"}).texts("class", {"a", "a", "b"}).batch();
    counts.add(batch);
    const std::vector<std::int32_t> codes{counts.classes()[0].code, counts.classes()[1].code};
    LeftOutValues values(values_of(*counts.find("c")), codes, *batch.find("c"), 3);
    ASSERT_TRUE(values.leave_out(1, 0, sum_of(1)));
    EXPECT_EQ(values.possible(), declared ? 2 : 1);
    EXPECT_TRUE(values.in_value()[0].is_zero());
    EXPECT_EQ(values.totals()[0], sum_of(1));
    ASSERT_TRUE(values.leave_out(0, 0, sum_of(1)));
    EXPECT_EQ(values.possible(), 2);
    EXPECT_TRUE(values.in_value()[0].is_zero());
    EXPECT_EQ(values.in_value()[1], sum_of(1));
  }
}

}  // namespace
}  // namespace tally
