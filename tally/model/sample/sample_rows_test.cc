// SPDX-License-Identifier: Apache-2.0
#include "tally/model/sample/sample_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tally/batch/table_testing.h"
#include "tally/count/mixed_table_testing.h"
#include "tally/model/sample/row_digest.h"

namespace tally {
namespace {

RowSample sample_of(const Batch& batch, const Schema& schema) {
  RowSample sample(1000);
  RowDigester(validated(schema)).add(batch, nullptr, sample);
  return sample;
}

std::vector<CountRow> counted_again(const RowSample& sample, const Schema& schema) {
  const Batch rows = batch_of(sample, validated(schema));
  const std::vector<std::int64_t> times = times_of(sample);
  Counts counts(schema);
  for (std::int64_t row = 0; row < rows.rows; ++row) {
    for (std::int64_t i = 0; i < times[static_cast<std::size_t>(row)]; ++i) {
      counts.add(slice(rows, row, row + 1));
    }
  }
  return rows_of(counts);
}

TEST(SampleRows, EveryFamilyCountsAsItDid) {
  const TestTable table = mixed_table();
  const RowSample sample = sample_of(table.batch(), mixed_schema());
  EXPECT_EQ(counted_again(sample, mixed_schema()), rows_of(counted(table)));
}

TEST(SampleRows, EqualRowsCountAsOftenAsTheyWere) {
  TestTable table;
  table.numbers("x", {1, 2, 1, 1}).texts("y", {"k", "k", "k", "l"});
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  const RowSample sample = sample_of(table.batch(), schema);
  EXPECT_EQ(sample.rows().size(), 3U);
  EXPECT_EQ(counted_again(sample, schema), rows_of(counted(table, schema)));
}

// A column of one feature, there and back.
std::vector<double> back(ValueType type, const std::vector<double>& values) {
  Schema schema;
  schema.columns = {feature("x", Family::kGaussian, type),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  std::vector<double> out;
  for (const double value : values) {
    TestTable table;
    table.seconds("x", {value}, type).texts("y", {"k"});
    const Batch rows = batch_of(sample_of(table.batch(), schema), schema);
    const Numbers& numbers = std::get<Numbers>(*rows.find("x"));
    EXPECT_EQ(numbers.holds, type);
    out.push_back(numbers.at(0));
  }
  return out;
}

TEST(SampleRows, NumbersTimesAndDurationsAreTheSameToTheBit) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const double huge = std::numeric_limits<double>::max();
  const std::vector<double> values{0,      1,     -1,           0.1,          1.0 / 3,
                                   tiny,   -tiny, huge,         -huge,        std::ldexp(1, 53) + 2,
                                   1e19,   -1e19, kFirstTime,   kLastTime,    kLastTime + 1,
                                   86'400, 1e-7,  -1234567.875, 1.7e9 + 1e-6, std::ldexp(1, 63)};
  for (const ValueType type : {ValueType::kNumber, ValueType::kTime, ValueType::kDuration}) {
    EXPECT_EQ(back(type, values), values) << to_string(type);
  }
  EXPECT_FALSE(std::signbit(back(ValueType::kNumber, {-0.0}).front()));
  EXPECT_TRUE(std::isnan(back(ValueType::kTime, {TestTable::kMissing}).front()));
}

TEST(SampleRows, LabelsKeepTheirTypes) {
  Schema schema;
  schema.columns = {feature("b", Family::kCategorical, ValueType::kBoolean),
                    feature("n", Family::kCategorical, ValueType::kNumber),
                    feature("t", Family::kCategorical, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kBoolean)};
  const Label large = Label::of(std::int64_t{9'007'199'254'740'993});  // no double
  const auto odd = {Label::of(""), Label::of("a\nb"), Label::of("\\:n"), Label::of("1")};
  for (const Label& text : odd) {
    TestTable table;
    table.labels("b", {Label::of(true)})
        .labels("n", {large})
        .labels("t", {text})
        .labels("y", {Label::of(false)});
    const Batch rows = batch_of(sample_of(table.batch(), schema), schema);
    EXPECT_EQ(cell_label(*rows.find("b"), 0), Label::of(true));
    EXPECT_EQ(cell_label(*rows.find("n"), 0), large);
    EXPECT_EQ(cell_label(*rows.find("t"), 0), text);
    EXPECT_EQ(cell_label(*rows.find("y"), 0), Label::of(false));
  }
}

TEST(SampleRows, ABooleanAmongNumbersIsOnTheSameSideOfTheThreshold) {
  ColumnSchema column = feature("x", Family::kBernoulli);
  EXPECT_EQ(number_of_truth(column, true), 1);
  EXPECT_EQ(number_of_truth(column, false), 0);
  for (const double threshold : {-3.0, 0.0, 0.5, std::nextafter(1.0, 0.0), 1.0, 7.0}) {
    column.binarize = threshold;
    EXPECT_GT(number_of_truth(column, true), threshold);
    EXPECT_LE(number_of_truth(column, false), threshold);
    Schema schema;
    schema.columns = {column, column_with_role("y", Role::kTarget, ValueType::kText)};
    TestTable table;
    table.booleans("x", {1, 0, -1}).texts("y", {"k", "k", "k"});
    const RowSample sample = sample_of(table.batch(), schema);
    EXPECT_EQ(counted_again(sample, schema), rows_of(counted(table, schema)));
  }
}

TEST(SampleRows, NoRowIsABatchOfNone) {
  const Batch none = batch_of(RowSample(10), validated(mixed_schema()));
  EXPECT_EQ(none.rows, 0);
  EXPECT_EQ(none.columns.size(), 8U);
}

TEST(SampleRows, ACellOfAnotherTypeIsRefused) {
  const Schema schema = validated(mixed_schema());
  const auto row = [](const char* column, const char* text) {
    RowSample sample(10);
    sample.add({"1", "yes", 1, {SampledColumn(column, {text})}});
    return sample;
  };
  for (const auto& [column, text] :
       {std::pair("size", "red"), std::pair("size", "inf"), std::pair("size", "nan"),
        std::pair("size", "1 s"), std::pair("flag", "2"), std::pair("w", "")}) {
    EXPECT_FALSE(is_cell(SampledColumn(column, {text}), *schema.find(column))) << text;
    EXPECT_THROW(batch_of(row(column, text), schema), Error) << text;
  }
  EXPECT_TRUE(is_cell(SampledColumn("colour", {""}), *schema.find("colour")));
  EXPECT_FALSE(is_cell(SampledColumn("colour", {"red", "blue"}), *schema.find("colour")));
  EXPECT_NO_THROW(batch_of(row("size", "1"), schema));
}

}  // namespace
}  // namespace tally
