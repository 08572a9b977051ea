// SPDX-License-Identifier: Apache-2.0
#include "tally/assess.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/batch/table_testing.h"
#include "tally/inside/count.h"

namespace tally {
namespace {

constexpr double kNone = TestTable::kMissing;

Schema schema() {
  Schema out;
  out.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                 feature("flag", Family::kBernoulli, ValueType::kBoolean),
                 feature("size", Family::kGaussian),
                 column_with_role("w", Role::kWeight, ValueType::kNumber),
                 column_with_role("y", Role::kTarget, ValueType::kText)};
  return validated(out);
}

TestTable table(const std::vector<std::string>& colours) {
  TestTable out;
  out.texts("colour", colours)
      .booleans("flag", {1, -1, 0, 1})
      .numbers("size", {1.5, kNone, 2.5, -4})
      .texts("y", {"yes", "no", "", "yes"})
      .numbers("w", {1, 0.5, 2, 0});
  return out;
}

TEST(RowStore, KeepsWhatCountsAndItsNumber) {
  RowStore rows(schema());
  const TestTable first = table({"red", "", "red", "blue"});
  const TestTable second = table({"green", "red", "red", "blue"});
  rows.append(first.batch());
  rows.append(second.batch());
  EXPECT_EQ(rows.numbers(), (std::vector<std::int64_t>{0, 1, 4, 5}));
  EXPECT_EQ(rows.target(3), Label::of("no"));
  EXPECT_EQ(rows.weight(1), 0.5);
  EXPECT_EQ(rows.codes("colour")[1], -1);
  EXPECT_EQ(rows.label("colour", rows.codes("colour")[2]), Label::of("green"));
  EXPECT_EQ(rows.codes("colour")[3], rows.codes("colour")[0]);
}

TEST(RowStore, CountsAsTheTableDoes) {
  const TestTable cells = table({"red", "", "red", "blue"});
  Counts direct(schema());
  direct.add(cells.batch());
  RowStore rows(schema());
  rows.append(cells.batch());
  Counts kept(schema());
  kept.add(rows.gather({1}).batch());
  kept.add(rows.gather({0}).batch());
  const auto texts = [](const Counts& counts) {
    std::vector<CountRow> out;
    counts.for_each_row([&](const CountRow& row) { out.push_back(row); });
    return out;
  };
  EXPECT_EQ(texts(kept), texts(direct));
}

TEST(RowStore, GatheredRowsHaveOnlyTheirOwnLabels) {
  RowStore rows(schema());
  const TestTable cells = table({"red", "blue", "red", "blue"});
  rows.append(cells.batch());
  const RowStore one = rows.gather({1});
  EXPECT_EQ(one.size(), 1);
  EXPECT_EQ(one.codes("colour")[0], 0);
  EXPECT_EQ(one.label("colour", 0), Label::of("blue"));
  EXPECT_TRUE(std::isnan(std::get<Numbers>(*one.batch().find("size")).at(0)));
}

TEST(RowStore, KeepsTheTermsOfTexts) {
  Schema schema;
  schema.columns = {feature("body", Family::kText, ValueType::kText),
                    column_with_role("y", Role::kTarget, ValueType::kText)};
  RowStore rows(validated(schema));
  TestTable first, second;
  first.terms("body", {"a b a", "-"}).texts("y", {"k", "l"});
  second.terms("body", {"c", "", "b"}).texts("y", {"", "k", "l"});
  rows.append(first.batch());
  rows.append(second.batch());
  const RowStore some = rows.gather({3, 0, 1, 2});
  const Batch batch = some.batch();
  const auto& terms = std::get<Terms>(*batch.find("body"));
  std::vector<std::string> found;
  for (std::int64_t row = 0; row < 4; ++row) {
    std::string& text = found.emplace_back(terms.validity.at(row) ? "" : "missing");
    terms.for_each(row, [&](std::int32_t code, std::int32_t times) {
      text += std::string(terms.dictionary->term(code)) + std::to_string(times);
    });
  }
  EXPECT_EQ(found, (std::vector<std::string>{"b1", "a2b1", "missing", ""}));
}

// Rows stay what they were; those of another meaning are refused, not taken for the same.
TEST(RowStore, TimesStayTimes) {
  Schema with_time = schema();
  with_time.columns[2].type = ValueType::kTime;
  RowStore rows(with_time);
  const auto of = [](ValueType type) {
    TestTable out;
    out.texts("colour", {"red"})
        .booleans("flag", {1})
        .seconds("size", {86400}, type)
        .texts("y", {"yes"})
        .numbers("w", {1});
    return out;
  };
  rows.append(of(ValueType::kTime).batch());
  EXPECT_THROW(rows.append(of(ValueType::kNumber).batch()), Error);
  for (const RowStore& kept : {rows.gather({0}), rows.gather({0, 0})}) {
    const Batch batch = kept.batch();
    EXPECT_EQ(std::get<Numbers>(*batch.find("size")).holds, ValueType::kTime);
    EXPECT_NO_THROW(Counts(with_time).add(batch));
  }
}

}  // namespace
}  // namespace tally
