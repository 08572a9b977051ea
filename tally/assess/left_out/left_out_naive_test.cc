// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_naive.h"

#include <gtest/gtest.h>

#include "tally/assess/left_out/left_out_features.h"
#include "tally/assess/left_out/left_out_testing.h"
#include "tally/estimate/leave_one_out.h"
#include "tally/inside/infer.h"

namespace tally {
namespace {

ExactSum sum_of(double x) {
  ExactSum sum;
  sum.add(x);
  return sum;
}

// LeaveOneOut takes the row out of the counts and makes the tables anew.
std::vector<double> by_new_tables(LeaveOneOut& others, const Batch& row) {
  const Scorer scorer(std::move(others.without(row)[0]));
  Inference inference(scorer);
  const std::span<const double> p = inference.infer(row).posterior_of(0);
  return {p.begin(), p.end()};
}

// Every row whose class has another, to the bit; gives how many there were.
int expect_same_answers(const Schema& schema, const Batch& batch) {
  Counts counts(schema);
  counts.add(batch);
  const RuleFeatures features = rule_features(counts);
  const LeftOutFeatures left_out(schema, features, batch);
  LeftOutNaive naive(counts, counts.classes(), batch);
  LeaveOneOut others(counts, {Question{}});
  int compared = 0;
  for (std::int64_t row = 0; row < batch.rows; ++row) {
    if (left_out.is_alone(row)) continue;
    const std::span<const double> found =
        naive.posterior(row, left_out.truth(row), sum_of(left_out.weight(row)));
    EXPECT_EQ(std::vector(found.begin(), found.end()),
              by_new_tables(others, slice(batch, row, row + 1)))
        << "row " << row;
    ++compared;
  }
  return compared;
}

TEST(LeftOutNaive, AnswersAsTablesOfTheOtherRowsDo) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    for (const bool with_weights : {false, true}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", weights " << with_weights);
      const Rows rows = random_rows(seed % 2 == 0 ? 12 : 150, with_weights, seed);
      EXPECT_GT(expect_same_answers(rows.schema, rows.batch), 8);
    }
  }
}

// Columns that lose what they have to say with a row: the only number that differs, the only value.
TEST(LeftOutNaive, AColumnMayHaveNothingLeftToSay) {
  BatchBuilder builder;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const auto label = [](const char* text) { return std::optional(Label::of(text)); };
  builder.labels("class", {label("a"), label("a"), label("a"), label("b"), label("b"), label("b")});
  builder.numbers("nearly", {1, 1, 1, 1, 1, 2});
  builder.numbers("once", {kNone, 3, kNone, kNone, kNone, kNone});
  builder.numbers("huge", {1e300, -1e300, 1e-300, 0, 1e150, 7});
  builder.labels("only", {std::nullopt, std::nullopt, label("x"), std::nullopt, std::nullopt, {}});
  const Batch batch = builder.batch();
  Schema schema;
  schema.columns = {target_column("class"), feature("nearly", Family::kGaussian),
                    feature("once", Family::kGaussian), feature("huge", Family::kGaussian),
                    feature("only", Family::kCategorical, ValueType::kText)};
  EXPECT_EQ(expect_same_answers(counted_as(Counting::kWeighted, validated(schema)), batch), 6);
}

}  // namespace
}  // namespace tally
