// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_answers.h"

#include <gtest/gtest.h>

#include "tally/assess/left_out/left_out_answers_testing.h"

namespace tally {
namespace {

RowStore store_of(const HeavyTable& table, std::int64_t row) {
  RowStore out(table.schema);
  out.append(slice(table.batch, row, row + 1));
  return out;
}

// Priors included: those of tables that were made of all other rows, counted afresh.
TEST(LeftOutAnswers, EqualCountingAllOthers) {
  for (const PriorKind prior : {PriorKind::kSmoothed, PriorKind::kEmpirical}) {
    const HeavyTable table = heavy_table(60, 3, 9);
    const Counts counts = table.counts();
    Question question;
    question.prior = prior;
    question.lambda = 0.5;
    LeftOutAnswers left_out(counts, question);
    for (std::int64_t row = 0; row < table.batch.rows; ++row) {
      const FreshAnswer fresh = answer_without(table, row, question);
      ASSERT_EQ(fresh.tables.log_prior.size(), 3U);
      const Posteriors& found = left_out.without(store_of(table, row));
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(found.posterior_of(0)[k], fresh.answer.posterior_of(0)[k], 1e-12) << row;
        EXPECT_NEAR(left_out.log_prior()[k], fresh.tables.log_prior[k], 1e-12) << row;
      }
    }
  }
}

// A class that has no other row cannot be the answer.
TEST(LeftOutAnswers, TheOnlyRowOfAClass) {
  Counts counts(validated({{feature("x", Family::kGaussian), target_column("class")}, {}, {}}));
  const Batch batch =
      BatchBuilder().numbers("x", {1, 2, 4, 9}).texts("class", {"a", "b", "b", "a"}).batch();
  counts.add(slice(batch, 0, 3));
  LeftOutAnswers left_out(counts, Question{});
  RowStore row(counts.schema());
  row.append(slice(batch, 0, 1));
  const Posteriors& found = left_out.without(row);
  EXPECT_EQ(found.posterior_of(0)[0], 0);
  EXPECT_EQ(found.posterior_of(0)[1], 1);
  EXPECT_EQ(left_out.log_prior()[0], -INFINITY);
}

}  // namespace
}  // namespace tally
