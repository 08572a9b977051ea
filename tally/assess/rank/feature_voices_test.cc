// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/rank/feature_voices.h"

#include <gtest/gtest.h>

#include "tally/assess/left_out/left_out_answers_testing.h"

namespace tally {
namespace {

// What is said before and by all features is the answer: of a row that is left out, that of all others, counted
// afresh; of a new one, that of the model.
void expect_to_add_up(const Question& question) {
  const HeavyTable table = heavy_table(60, 3, 12);
  const Counts counts = table.counts();
  const Scorer scorer(estimate(counts, question));
  for (const RankedRows are : {RankedRows::kLeftOut, RankedRows::kNew}) {
    const auto voices = make_feature_voices(counts, table.batch, are, Rule::kNaive, question, {});
    Inference inference(scorer);
    FeatureVoices::Said out;
    std::size_t features = 0;
    for (const Tally& tally : counts.tallies()) features += tally.name().empty() ? 0 : 1;
    for (std::int64_t row = 0; row < table.batch.rows; ++row) {
      voices->say(row, out);
      ASSERT_EQ(out.said.size(), features * 3);
      std::vector<double> sum = out.before, p(3);
      for (std::size_t at = 0; at < out.said.size(); ++at) sum[at % 3] += out.said[at];
      voices->answer(sum, p);
      const Posteriors expected = are == RankedRows::kLeftOut
                                      ? answer_without(table, row, question).answer
                                      : inference.infer(slice(table.batch, row, row + 1));
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(p[k], expected.posterior_of(0)[k], 1e-9) << row;
        EXPECT_EQ(out.prior[k], out.before[k]);  // naive has no bias
      }
      EXPECT_EQ(out.alone, out.said);
    }
  }
}

TEST(FeatureVoices, AddUpToTheAnswer) {
  Question other;
  other.lambda = 0.5;  // which is not looked up
  for (const Question& question : {Question{}, other}) expect_to_add_up(question);
}

// A cell that is missing says nothing.
TEST(FeatureVoices, AMissingCellSaysNothing) {
  const HeavyTable table = heavy_table(60, 2, 3);
  const Counts counts = table.counts();
  const auto voices =
      make_feature_voices(counts, table.batch, RankedRows::kLeftOut, Rule::kNaive, Question{}, {});
  std::size_t at = 0, x = 0;
  for (const Tally& tally : counts.tallies()) {
    if (tally.name() == "x") x = at;
    ++at;
  }
  int missing = 0;
  FeatureVoices::Said out;
  for (std::int64_t row = 0; row < table.batch.rows; ++row) {
    voices->say(row, out);
    const bool is_missing = !cell_label(*table.batch.find("x"), row).has_value();
    EXPECT_EQ(out.said[x * 2] == 0 && out.said[x * 2 + 1] == 0, is_missing) << row;
    missing += is_missing ? 1 : 0;
  }
  EXPECT_GT(missing, 3);
}

}  // namespace
}  // namespace tally
