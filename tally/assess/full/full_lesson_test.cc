// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/full/full_lesson.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tally/assess/full/left_out_full.h"
#include "tally/estimate/full/ugly_table_testing.h"

namespace tally {
namespace {

class FullLesson : public testing::TestWithParam<std::size_t> {
 protected:
  FullLesson()
      : table(ugly_table(120, GetParam(), GetParam() % 2 == 0, 40)),
        counts(counted()),
        features(full_features(counts)),
        times(static_cast<std::size_t>(table.batch.rows), 1) {
    for (std::size_t i = 0; i < times.size(); i += 3) times[i] = 2;
  }

  Counts counted() const {
    Counts out(table.schema);
    out.add(table.batch);
    return out;
  }
  bool is_triple(std::size_t f) const {
    const std::size_t voices = features.voices.features.size();
    return f >= voices && features.together[f - voices].voice == JointVoice::kTriple;
  }

  UglyTable table;
  Counts counts;
  FullFeatures features;
  std::vector<std::int64_t> times;
};

// What is said about each row is what LeftOutFull says, less what it says about all classes alike.
TEST_P(FullLesson, HasEachRowLeftOut) {
  const Lesson lesson = full_lesson(table.schema, features, table.batch, {times});
  const FullTables tables = full_tables(features);
  LeftOutFull left_out(table.schema, features, tables, table.batch);
  const std::size_t K = table.classes, F = features.size();
  ASSERT_EQ(lesson.problem.features(), F);
  std::vector<double> said(F * K);
  std::size_t at = 0;
  for (std::int64_t row = 0; row < table.batch.rows; ++row) {
    if (left_out.is_alone(row)) continue;
    ASSERT_LT(at, lesson.rows.size());
    EXPECT_EQ(lesson.rows[at], row);
    const auto i = static_cast<std::size_t>(row);
    EXPECT_EQ(static_cast<std::size_t>(lesson.problem.truths[at]), table.truths[i]);
    const double weight = table.weights.empty() ? 1 : table.weights[i];
    EXPECT_EQ(lesson.problem.times[at], static_cast<double>(times[i]) * weight);
    left_out.say(row, said);
    for (std::size_t f = 0; f < F; ++f) {
      double mean = 0;
      for (std::size_t k = 0; k < K; ++k) mean += said[f * K + k] / static_cast<double>(K);
      for (std::size_t k = 0; k < K; ++k) {
        const double wanted = said[f * K + k] - mean;
        EXPECT_NEAR(double{lesson.problem.said_about(at, k)[f]}, wanted,
                    1e-6 * (1 + std::abs(wanted)));
      }
    }
    ++at;
  }
  EXPECT_EQ(at, lesson.rows.size());
}

TEST_P(FullLesson, TriplesStartCloserToTheirGuess) {
  const Lesson lesson = full_lesson(table.schema, features, table.batch, {times});
  std::size_t triples = 0;
  for (std::size_t f = 0; f < features.size(); ++f) {
    EXPECT_EQ(lesson.problem.ridge[f], is_triple(f) ? 4 : 1) << f;
    triples += is_triple(f) ? 1 : 0;
  }
  EXPECT_GT(triples, 0U);
}

TEST_P(FullLesson, TakesNoMoreRowsThanAsked) {
  const Lesson all = full_lesson(table.schema, features, table.batch, {times}),
               some = full_lesson(table.schema, features, table.batch, {times}, 50);
  ASSERT_LE(some.rows.size(), 50U);
  ASSERT_GT(some.rows.size(), 20U);
  for (std::size_t i = 0; i < some.rows.size(); ++i) EXPECT_EQ(some.rows[i], all.rows[i]);
}

// Features of a kind share one ridge, which the evidence has chosen; the weights are at the bottom.
TEST_P(FullLesson, WeightsAreThoseUnderTheRidgesChosen) {
  Lesson lesson = full_lesson(table.schema, features, table.batch, {times});
  const LogLinearWeights learned = learn_full(features, lesson);
  std::map<int, double> ridge_of;  // of single columns, grids, triples, moments
  const std::size_t voices = features.voices.features.size();
  for (std::size_t f = 0; f < features.size(); ++f) {
    int kind = 0;
    if (f >= voices) {
      const JointVoice voice = features.together[f - voices].voice;
      const bool is_moment = voice == JointVoice::kLinear || voice == JointVoice::kQuadratic;
      kind = voice == JointVoice::kTriple ? 2 : is_moment ? 3 : 1;
    }
    const double ridge = lesson.problem.ridge[f];
    EXPECT_EQ(ridge_of.emplace(kind, ridge).first->second, ridge) << f;
  }
  const LogLinearWeights again = fit_log_linear(lesson.problem);
  for (std::size_t f = 0; f < features.size(); ++f) {
    EXPECT_NEAR(learned.weights[f], again.weights[f], 0.02) << f;
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, FullLesson, testing::Values(2U, 3U, 6U));

}  // namespace
}  // namespace tally
