// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tally/assess/left_out/left_out_testing.h"
#include "tally/inside/estimate.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

std::vector<double> numbers_in(const Rows& rows, const std::string& name) {
  std::vector<double> out;
  for_each_number(std::get<Numbers>(*rows.batch.find(name)), rows.batch.rows,
                  [&](std::int64_t, double x) { out.push_back(x); });
  return out;
}

// With a uniform prior and no other column, the posterior is the shares of the densities: those of tables
// that were made of all other rows, counted afresh.
void expect_same_law(const Rows& rows, const std::string& name);

// Of one column of the random rows.
void expect_same_law(const std::string& name, Family family, bool with_weights) {
  Rows rows = random_rows(70, with_weights, 8);
  std::erase_if(rows.schema.columns, [&](const ColumnSchema& column) {
    return column.role == Role::kFeature && column.name != name;
  });
  if (name != "events") {
    std::erase_if(rows.schema.columns,
                  [](const ColumnSchema& column) { return column.role == Role::kExposure; });
  }
  for (ColumnSchema& column : rows.schema.columns) {
    if (column.name == name) column.family = family;
  }
  rows.schema = validated(rows.schema);
  expect_same_law(rows, name);
}

void expect_same_law(const Rows& rows, const std::string& name) {
  Question question;
  question.prior = PriorKind::kUniform;
  Counts counts(rows.schema);
  counts.add(rows.batch);
  std::vector<std::int32_t> codes;
  for (const Counts::Class& klass : counts.classes()) codes.push_back(klass.code);
  LeftOutLaw law(*counts.find(name), codes, question);
  const std::vector<double> x = numbers_in(rows, name), w = numbers_in(rows, "weight"),
                            e = numbers_in(rows, "hours");
  int compared = 0;
  for (std::int64_t row = 0; row < rows.batch.rows; ++row) {
    const auto at = static_cast<std::size_t>(row);
    const double exposure = name == "events" ? e[at] : 1;
    if (std::isnan(x[at]) || std::isnan(exposure)) continue;
    const Label truth = *cell_label(*rows.batch.find("class"), row);
    std::size_t own = 0;
    while (!(counts.classes()[own].label == truth)) ++own;
    std::vector<double> said(codes.size());
    ASSERT_TRUE(law.say({own, w[at], x[at], exposure}, said));
    Counts others(rows.schema);
    if (row > 0) others.add(slice(rows.batch, 0, row));
    if (row + 1 < rows.batch.rows) others.add(slice(rows.batch, row + 1, rows.batch.rows));
    const Scorer scorer(estimate(others, question));
    Inference inference(scorer);
    const auto p = inference.infer(slice(rows.batch, row, row + 1)).posterior_of(0);
    for (std::size_t k = 1; k < codes.size(); ++k) {
      if (!(p[0] > 1e-250 && p[k] > 1e-250)) continue;
      EXPECT_NEAR(said[k] - said[0], std::log(p[k] / p[0]),
                  1e-9 * (1 + std::abs(said[k]) + std::abs(said[0])))
          << name << " " << row;
      ++compared;
    }
  }
  EXPECT_GT(compared, rows.batch.rows / 2) << name;
}

TEST(LeftOutLaw, EqualsTablesOfAllOthers) {
  for (const bool with_weights : {false, true}) {
    expect_same_law("height", Family::kGaussian, with_weights);
    expect_same_law("tail", Family::kGaussian, with_weights);
    expect_same_law("events", Family::kPoisson, with_weights);
    expect_same_law("visits", Family::kPoisson, with_weights);
  }
}

// The variance of a class has a floor by that of all rows: without the row, too.
TEST(LeftOutLaw, TheFloorIsThatOfAllOthers) {
  Rows rows;
  rows.schema = validated({{feature("x", Family::kGaussian), target_column("class")}, {}, {}});
  rows.batch = BatchBuilder()
                   .numbers("x", {1, 1, 1, 1, 0.9, 1.1, 1, 3})
                   .texts("class", {"a", "a", "a", "a", "b", "b", "b", "b"})
                   .numbers("weight", std::vector<double>(8, 1))
                   .numbers("hours", std::vector<double>(8, 1))
                   .batch();
  expect_same_law(rows, "x");
}

// Where nobody else has a number, nothing is said.
TEST(LeftOutLaw, OneNumberSaysNothingAboutItself) {
  Counts counts(validated({{feature("x", Family::kGaussian), target_column("class")}, {}, {}}));
  counts.add(BatchBuilder().numbers("x", {3, NAN}).texts("class", {"a", "b"}).batch());
  const std::vector<std::int32_t> codes{counts.classes()[0].code, counts.classes()[1].code};
  LeftOutLaw law(*counts.find("x"), codes, Question{});
  std::vector<double> said{5, 6};
  EXPECT_FALSE(law.say({0, 1, 3, 1}, said));
  EXPECT_EQ(said, (std::vector<double>{5, 6}));
}

}  // namespace
}  // namespace tally
