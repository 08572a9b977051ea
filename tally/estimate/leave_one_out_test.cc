// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/leave_one_out.h"

#include <gtest/gtest.h>

#include "tally/batch/table_testing.h"

namespace tally {
namespace {

constexpr double kNone = TestTable::kMissing;

Schema schema() {
  Schema out;
  out.columns = {feature("colour", Family::kCategorical, ValueType::kText),
                 feature("size", Family::kGaussian), feature("word_a", Family::kMultinomial),
                 feature("word_b", Family::kMultinomial),
                 column_with_role("y", Role::kTarget, ValueType::kText)};
  return validated(out);
}

struct Cells {
  std::string colour;
  double size, a, b;
  std::string y;
};

const std::vector<Cells> kRows = {{"red", 1.5, 1, 0, "k"},  {"blue", kNone, 0, 2, "k"},
                                  {"red", 2.25, 3, 1, "l"}, {"", 7, kNone, 0, "l"},
                                  {"green", -1, 0, 0, "k"}, {"blue", 0.1, 2, 2, "l"}};

TestTable table(const std::vector<Cells>& rows) {
  std::vector<std::string> colours, classes;
  std::vector<double> sizes, as, bs;
  for (const Cells& row : rows) {
    colours.push_back(row.colour);
    classes.push_back(row.y);
    sizes.push_back(row.size);
    as.push_back(row.a);
    bs.push_back(row.b);
  }
  TestTable out;
  out.texts("colour", colours).numbers("size", sizes).numbers("word_a", as).numbers("word_b", bs);
  out.texts("y", classes);
  return out;
}

Counts counted(const std::vector<Cells>& rows) {
  Counts counts(schema());
  const TestTable cells = table(rows);
  counts.add(cells.batch());
  return counts;
}

const CategoricalTable& colours_of(const Estimates& estimates) {
  return std::get<CategoricalTable>(estimates.features[0].table);
}

TEST(LeaveOneOut, TablesAreThoseOfTheOtherRows) {
  LeaveOneOut others(counted(kRows), {Question{}});
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    std::vector<Cells> rest = kRows;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    const Estimates wanted = estimate(counted(rest), {});
    const TestTable row = table({kRows[i]});
    const Estimates found = others.without(row.batch()).at(0);
    EXPECT_EQ(found.classes, wanted.classes);
    EXPECT_EQ(found.log_prior, wanted.log_prior);
    const auto& size = std::get<GaussianTable>(found.features[2].table);
    EXPECT_EQ(size.mean, std::get<GaussianTable>(wanted.features[2].table).mean);
    EXPECT_EQ(size.deviation, std::get<GaussianTable>(wanted.features[2].table).deviation);
    EXPECT_EQ(colours_of(found).possible_values, colours_of(wanted).possible_values);
    EXPECT_EQ(colours_of(found).log_p_unseen, colours_of(wanted).log_p_unseen);
  }
}

TEST(LeaveOneOut, AValueThatVanishesLeavesS) {
  LeaveOneOut others(counted(kRows), {Question{}});
  const TestTable green = table({kRows[4]});
  const Estimates without_green = others.without(green.batch()).at(0);
  EXPECT_EQ(colours_of(without_green).possible_values, 2);
  EXPECT_TRUE(colours_of(without_green).values.empty());
  const TestTable red = table({kRows[0]});
  EXPECT_EQ(colours_of(others.without(red.batch()).at(0)).possible_values, 3);
}

TEST(LeaveOneOut, HoldsOnlyWhatTheRowAsksFor) {
  LeaveOneOut others(counted(kRows), {Question{}});
  const TestTable blue = table({kRows[1]});
  const Estimates found = others.without(blue.batch()).at(0);
  EXPECT_EQ(colours_of(found).values, (std::vector<Label>{Label::of("blue")}));
  EXPECT_EQ(found.features[1].columns, (std::vector<std::string>{"word_b"}));
}

TEST(LeaveOneOut, RefusesWhatEstimateRefuses) {
  Question question;
  question.lambda = -1;
  EXPECT_THROW(LeaveOneOut(counted(kRows), {question}), Error);
  LeaveOneOut alone(counted({kRows[0]}), {Question{}});
  const TestTable row = table({kRows[0]});
  EXPECT_THROW(alone.without(row.batch()), Error);
}

}  // namespace
}  // namespace tally
