// SPDX-License-Identifier: Apache-2.0
#include "tally/assess.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tally/assess/left_out/left_out_answers_testing.h"
#include "tally/base/log_math.h"

namespace tally {
namespace {

Question to_calibrate() {
  Question question;
  question.calibrate = true;
  return question;
}

// The gradient of what is made least, from answers that were counted afresh.
std::vector<double> gradient(const HeavyTable& table, const Recalibration& at,
                             const Question& plain) {
  const std::size_t K = at.biases.size();
  std::vector<double> out(K + 1);
  out[0] = 2 * (at.slope - 1);
  for (std::size_t k = 0; k < K; ++k) out[k + 1] = 2 * at.biases[k].second;
  for (std::int64_t row = 0; row < table.batch.rows; ++row) {
    const FreshAnswer fresh = answer_without(table, row, plain);
    if (fresh.tables.classes.size() < K) continue;  // the only row of its class
    std::vector<double> said(K), scores(K), p(K), log_p(K);
    for (std::size_t k = 0; k < K; ++k) {
      said[k] = fresh.answer.joint_of(0)[k] - fresh.tables.log_prior[k];
    }
    // No more against a class than e^-50, beside the one that it speaks for most.
    const double most = *std::max_element(said.begin(), said.end());
    for (std::size_t k = 0; k < K; ++k) {
      said[k] = std::max(said[k], most - 50);
      scores[k] = fresh.tables.log_prior[k] + at.biases[k].second + at.slope * said[k];
    }
    normalise(scores, p, log_p);
    for (std::size_t k = 0; k < K; ++k) {
      const double off = p[k] - (fresh.tables.classes[k] == truth_of(table, row) ? 1 : 0);
      out[0] += off * said[k];
      out[k + 1] += off;
    }
  }
  return out;
}

// It is convex: where the gradient vanishes is the one answer.
TEST(Calibrate, IsTheLeastOfTheLeftOutLosses) {
  for (const int classes : {2, 3, 6}) {
    const HeavyTable table = heavy_table(180, classes, 5U + static_cast<unsigned>(classes));
    for (const double lambda : {1.0, 0.1}) {
      Question question = to_calibrate();
      question.lambda = lambda;
      const Question found = calibrated(question, table.counts(), table.sample());
      ASSERT_TRUE(found.calibration);
      ASSERT_EQ(found.calibration->biases.size(), table.counts().classes().size());
      Question plain;
      plain.lambda = lambda;
      EXPECT_GT(found.calibration->slope, 0);
      for (const double slope : gradient(table, *found.calibration, plain)) {
        EXPECT_NEAR(slope, 0, 2e-3) << classes << " classes, lambda " << lambda;
      }
    }
  }
}

// Columns that repeat each other are heard too often, and the slope says by how much.
TEST(Calibrate, MakesNaiveLessSure) {
  const HeavyTable table = heavy_table(800, 2, 3), others = heavy_table(2000, 2, 4);
  const Question found = calibrated(to_calibrate(), table.counts(), table.sample());
  EXPECT_LT(found.calibration->slope, 0.9);
  const auto log_loss = [&](const Question& question) {
    const Scorer scorer(estimate(table.counts(), question));
    Inference inference(scorer);
    const Posteriors& answers = inference.infer(others.batch);
    Score score(Loss::zero_one(scorer.estimates().classes));
    for (std::int64_t row = 0; row < answers.rows; ++row) {
      score.add(answers, row, truth_of(others, row));
    }
    return score.summary().log_loss;
  };
  EXPECT_LT(log_loss(found), log_loss(Question{}));
}

// P(y) e^b_y Π P(x_j | y)^s, as it is written.
TEST(Calibrate, AnswersByItsFormula) {
  const HeavyTable table = heavy_table(120, 3, 11);
  Question found = calibrated(to_calibrate(), table.counts(), table.sample());
  found.prior = PriorKind::kUniform;  // another prior than it was learned under
  const Scorer scorer(estimate(table.counts(), found));
  EXPECT_FALSE(scorer.joint_is_defined());
  Question plain;
  plain.prior = PriorKind::kUniform;
  const Scorer naive(estimate(table.counts(), plain));
  Inference inference(scorer), of_naive(naive);
  const Posteriors& answers = inference.infer(table.batch);
  const Posteriors& joints = of_naive.infer(table.batch);
  const std::size_t K = scorer.classes();
  std::vector<double> scores(K), p(K), log_p(K);
  for (std::int64_t row = 0; row < answers.rows; ++row) {
    const std::span<const double> joint = joints.joint_of(row);
    const double log_prior = std::log(1.0 / 3),
                 most = *std::max_element(joint.begin(), joint.end());
    for (std::size_t k = 0; k < K; ++k) {
      scores[k] = log_prior + found.calibration->biases[k].second +
                  found.calibration->slope * (std::max(joint[k], most - 50) - log_prior);
    }
    normalise(scores, p, log_p);
    for (std::size_t k = 0; k < K; ++k) EXPECT_NEAR(answers.posterior_of(row)[k], p[k], 1e-12);
  }
}

TEST(Calibrate, NeedsRows) {
  const HeavyTable table = heavy_table(60, 2, 1);
  EXPECT_THROW(calibrated(to_calibrate(), table.counts(), RowSample(0)), Error);
  EXPECT_THROW(estimate(table.counts(), to_calibrate()), Error);
  EXPECT_EQ(calibrated(Question{}, table.counts(), RowSample(0)), Question{});
  Question weighted = to_calibrate();
  weighted.rule = Rule::kWeighted;
  EXPECT_THROW(validate(weighted), Error);
}

TEST(Calibrate, OneClassAndImpossibleRows) {
  const HeavyTable one = heavy_table(40, 1, 2);
  EXPECT_NEAR(calibrated(to_calibrate(), one.counts(), one.sample()).calibration->slope, 1, 1e-9);
  const HeavyTable table = heavy_table(60, 3, 9);
  Question question = to_calibrate();
  question.method = Method::kMl;  // a colour that no other row of the class has is impossible
  const Question found = calibrated(question, table.counts(), table.sample());
  EXPECT_TRUE(std::isfinite(found.calibration->slope));
  const Scorer scorer(estimate(table.counts(), found));
  Inference inference(scorer);
  const Batch odd = BatchBuilder()
                        .numbers("x", {0})
                        .numbers("again", {0})
                        .numbers("tail", {0})
                        .numbers("constant", {7})
                        .texts("colour", {"never seen"})
                        .batch();
  EXPECT_TRUE(inference.infer(odd).impossible(0));
}

// Folds learn it from the other rows alone.
TEST(Calibrate, InFoldsIsThatOfTheOtherRows) {
  const HeavyTable table = heavy_table(90, 2, 21);
  RowStore rows(table.schema);
  rows.append(table.batch);
  std::vector<std::vector<std::int64_t>> folds(3);
  for (std::int64_t row = 0; row < rows.size(); ++row)
    folds[static_cast<std::size_t>(row % 3)].push_back(row);
  const Loss loss = Loss::zero_one(table.counts().class_labels());
  Score expected(loss);
  for (const std::vector<std::int64_t>& fold : folds) {
    std::vector<std::int64_t> rest;
    for (std::int64_t row = 0; row < rows.size(); ++row) {
      if (std::find(fold.begin(), fold.end(), row) == fold.end()) rest.push_back(row);
    }
    const RowStore part = rows.gather(fold), others = rows.gather(rest);
    const HeavyTable training{table.schema, others.batch()};
    const Question question = calibrated(to_calibrate(), training.counts(), training.sample());
    const Scorer scorer(estimate(training.counts(), question));
    Inference inference(scorer);
    const Posteriors& answers = inference.infer(part.batch());
    for (std::int64_t row = 0; row < part.size(); ++row)
      expected.add(answers, row, part.target(row));
  }
  const Score found =
      cross_validate(rows, folds, table.counts(), {to_calibrate()}, loss, 2).front();
  EXPECT_EQ(found.summary().log_loss, expected.summary().log_loss);
  EXPECT_EQ(found.summary().right, expected.summary().right);
}

}  // namespace
}  // namespace tally
