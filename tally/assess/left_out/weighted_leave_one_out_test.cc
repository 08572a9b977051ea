// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/weighted_leave_one_out.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tally/assess/left_out/left_out_answers_testing.h"

namespace tally {
namespace {

std::vector<Question> questions(Rule rule) {
  std::vector<Question> out(2);
  out[1].prior = PriorKind::kUniform;
  for (Question& question : out) question.rule = rule;
  return out;
}

// Every answer is that of the rule by the counts of the other rows, cut where all rows are cut.
void expect_as_others(const HeavyTable& table, const Counts& counts,
                      const std::function<const Posteriors&(std::int64_t)>& without,
                      const std::function<Estimates(const Counts&)>& by_others) {
  std::int64_t compared = 0;
  for (std::int64_t row = 0; row < table.batch.rows; ++row) {
    const Batch one = slice(table.batch, row, row + 1);
    Counts others = counts;
    others.take_away(one);
    if (others.classes().size() < counts.classes().size()) continue;  // the only row of its class
    ++compared;
    const Scorer scorer(by_others(others));
    Inference inference(scorer);
    const Posteriors& wanted = inference.infer(one);
    const Posteriors& found = without(row);
    ASSERT_EQ(found.classes, wanted.classes);
    for (std::size_t k = 0; k < wanted.classes; ++k) {
      EXPECT_NEAR(found.posterior_of(0)[k], wanted.posterior_of(0)[k], 1e-9) << row;
      EXPECT_NEAR(found.log_posterior_of(0)[k], wanted.log_posterior_of(0)[k], 1e-7) << row;
    }
  }
  EXPECT_GT(compared, table.batch.rows / 2);
}

TEST(WeightedLeaveOneOut, IsTheRuleByTheOtherRows) {
  const HeavyTable table = heavy_table(90, 3, 21);
  const Counts counts = table.counts();
  const std::vector<RuleWeight> rule = weigh(counts, table.sample());
  const RuleFeatures features = rule_features(counts);
  for (const Question& question : questions(Rule::kWeighted)) {
    WeightedLeaveOneOut left_out(table.schema, features, table.batch, question, rule);
    expect_as_others(
        table, counts, [&](std::int64_t row) -> const Posteriors& { return left_out.without(row); },
        [&](const Counts& others) {
          return weighted_estimates(rule_features(others, &features), question, rule);
        });
  }
}

TEST(FullLeaveOneOut, IsTheRuleByTheOtherRows) {
  const HeavyTable table = heavy_table(90, 3, 22);
  Counts counts =
      table.counts().with_together(draw_up_joint(table.counts(), table.sample()).schema);
  counts.add_together(table.batch);
  const std::vector<RuleWeight> rule = weigh(counts, table.sample());
  ASSERT_TRUE(has_full_weights(rule));
  const FullFeatures features = full_features(counts);
  const FullTables tables = full_tables(features);
  for (const Question& question : questions(Rule::kFull)) {
    FullLeaveOneOut left_out(table.schema, features, tables, table.batch, question, rule);
    expect_as_others(
        table, counts, [&](std::int64_t row) -> const Posteriors& { return left_out.without(row); },
        [&](const Counts& others) {
          return full_estimates(full_features(others, &features), question, rule);
        });
  }
}

}  // namespace
}  // namespace tally
