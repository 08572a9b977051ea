// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/matrix_scorer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "tally/base/error.h"

namespace tally {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Matrix row_major(const std::vector<double>& cells, std::int64_t columns) {
  const auto rows = static_cast<std::int64_t>(cells.size()) / columns;
  return {cells.data(), NumberType::kFloat64, rows, columns, columns * 8, 8};
}

std::vector<double> answers(const MatrixScorer& scorer, const Matrix& matrix, Answer answer,
                            int threads = 1) {
  std::vector<double> out(static_cast<std::size_t>(matrix.rows * scorer.classes()));
  scorer.answer(matrix, answer, out.data(), threads);
  return out;
}

TEST(GaussianScorer, IsTheFormula) {
  std::mt19937_64 random(1);
  std::normal_distribution<> normal;
  constexpr std::int64_t kColumns = 11, kClasses = 3, kRows = 150;
  std::vector<double> mean(kClasses * kColumns), variance(mean.size()), cells(kRows * kColumns);
  for (double& m : mean) m = normal(random);
  for (double& v : variance) v = std::exp(normal(random));
  for (double& x : cells) x = normal(random);
  cells[5] = kNan;
  const std::vector<double> prior{-1, -2, -0.7};
  const GaussianScorer scorer(kClasses, kColumns, mean, variance, prior);
  const auto joint = answers(scorer, row_major(cells, kColumns), Answer::kJoint);
  for (std::size_t i = 0; i < joint.size(); ++i) {
    const std::size_t row = i / kClasses, k = i % kClasses;
    double expected = prior[k];
    for (std::size_t j = 0; j < kColumns; ++j) {
      const double x = cells[row * kColumns + j], v = variance[k * kColumns + j];
      if (std::isnan(x)) continue;
      const double d = x - mean[k * kColumns + j];
      expected -= 0.5 * (std::log(2 * std::numbers::pi * v) + d * d / v);
    }
    EXPECT_NEAR(joint[i], expected, 1e-11 * (1 + std::abs(expected)));
  }
}

TEST(GaussianScorer, LeavesOutWhatAClassHasNeverSeen) {
  const std::vector<double> prior{-1, -2};
  const GaussianScorer scorer(2, 2, std::vector<double>{3, 0, 3, 1},
                              std::vector<double>{2, kNan, 2, 4}, prior);
  const GaussianScorer first(1, 1, std::vector<double>{3}, std::vector<double>{2},
                             std::vector<double>{-1});
  for (const double x : {0.0, 7.5, 1e200, kNan}) {
    const auto joint = answers(scorer, row_major({1, x}, 2), Answer::kJoint);
    EXPECT_DOUBLE_EQ(joint[0], answers(first, row_major({1}, 1), Answer::kJoint)[0]) << x;
  }
}

TEST(GaussianScorer, IsCertainWhereAClassHasNoSpread) {
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  const std::vector<double> mean{3, 0, 4, 0}, variance{0, 1, 0, 1}, prior{-1, -2};
  const GaussianScorer scorer(2, 2, mean, variance, prior);
  const double density = -0.5 * std::log(2 * std::numbers::pi);
  const auto joint = [&](double x) {
    return answers(scorer, row_major({x, 0}, 2), Answer::kJoint);
  };
  EXPECT_EQ(joint(3), (std::vector<double>{-1 + density, kNever}));
  EXPECT_EQ(joint(4), (std::vector<double>{kNever, -2 + density}));
  EXPECT_EQ(joint(5), (std::vector<double>{kNever, kNever}));
  EXPECT_EQ(joint(kNan), (std::vector<double>{-1 + density, -2 + density}));
  std::vector<double> many;  // as in a tile of many rows
  for (int row = 0; row < 100; ++row) many.insert(many.end(), {3.0 + row % 3, 0});
  const auto all = answers(scorer, row_major(many, 2), Answer::kPosterior);
  for (std::size_t row = 0; row < 100; ++row) {
    EXPECT_EQ(all[2 * row], row % 3 == 0 ? 1 : 0);
    EXPECT_EQ(all[2 * row + 1], row % 3 == 1 ? 1 : 0);
  }
}

TEST(MatrixScorer, AnswersFollowFromTheJoint) {
  const std::vector<double> mean{0, 1, 5}, variance{1, 1, 2}, prior{-1, -1, -1};
  const GaussianScorer scorer(3, 1, mean, variance, prior);
  std::vector<double> cells;
  for (int i = 0; i < 5000; ++i) cells.push_back(i * 0.01 - 20);
  const Matrix matrix = row_major(cells, 1);
  const auto joint = answers(scorer, matrix, Answer::kJoint);
  const auto log_posterior = answers(scorer, matrix, Answer::kLogPosterior);
  const auto posterior = answers(scorer, matrix, Answer::kPosterior, 5);
  std::vector<std::int64_t> decided(cells.size());
  const std::vector<std::int64_t> labels{10, 20, 30};
  scorer.decide(matrix, labels, decided.data(), 2);
  for (std::size_t row = 0; row < cells.size(); ++row) {
    double sum = 0;
    std::size_t best = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      sum += posterior[row * 3 + k];
      if (joint[row * 3 + k] > joint[row * 3 + best]) best = k;
      EXPECT_NEAR(posterior[row * 3 + k], std::exp(log_posterior[row * 3 + k]), 1e-14);
    }
    EXPECT_NEAR(sum, 1, 1e-14);
    EXPECT_EQ(decided[row], labels[best]);
  }
  EXPECT_EQ(posterior, answers(scorer, matrix, Answer::kPosterior));
  for (std::size_t row = 0; row < 200; ++row) {  // alone as among others
    const auto alone = answers(scorer, row_major({cells[row]}, 1), Answer::kPosterior);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(alone[k], posterior[row * 3 + k]);
  }
}

TEST(LinearScorer, LeavesOutWhatIsNotThere) {
  const std::vector<double> present{-kInfinity, std::log(0.5), 0, std::log(0.5)};
  const LinearScorer terms(2, 2, present, {}, std::vector<double>{0, 0}, std::nullopt);
  const auto joint = answers(terms, row_major({0, 2, 1, 0, kNan, 1}, 2), Answer::kJoint);
  EXPECT_EQ(joint[0], 0);
  EXPECT_DOUBLE_EQ(joint[1], 2 * std::log(0.5));
  EXPECT_EQ(joint[2], -kInfinity);
  EXPECT_EQ(joint[4], 0);
  EXPECT_THROW(answers(terms, row_major({kInfinity, 0}, 2), Answer::kJoint), Error);
}

TEST(LinearScorer, SparseIsDense) {
  const std::vector<double> present{-1, -2, -3, -4, -5, -6}, absent{-.1, -.2, -.3, -.4, -.5, -.6};
  const LinearScorer yes_or_no(2, 3, present, absent, std::vector<double>{-1, -2}, 0.0);
  const std::vector<double> cells{0, 2, 0, 1, 0, kNan};
  const auto dense = answers(yes_or_no, row_major(cells, 3), Answer::kJoint);
  EXPECT_NEAR(dense[0], -1 - .1 - 3 - .5, 1e-15);
  EXPECT_NEAR(dense[3], -2 - 2 - .4, 1e-15);
  const std::vector<std::int32_t> starts{0, 1, 3}, indices{1, 0, 2};
  const std::vector<double> values{2, 1, kNan};
  const SparseMatrix sparse{2,
                            3,
                            false,
                            starts.data(),
                            NumberType::kInt32,
                            indices.data(),
                            NumberType::kInt32,
                            values.data(),
                            NumberType::kFloat64,
                            3};
  std::vector<double> out(4);
  yes_or_no.answer(sparse, Answer::kJoint, out.data(), 1);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(out[i], dense[i], 1e-15);
}

TEST(CategoryScorer, LooksUpCodes) {
  for (const std::int64_t classes : {2, 3}) {
    const auto k = static_cast<std::size_t>(classes);
    std::vector<double> log_p(5 * k), unseen(2 * k, -9), prior(k, -1);
    for (std::size_t i = 0; i < log_p.size(); ++i) log_p[i] = -static_cast<double>(i);
    const CategoryScorer scorer(classes, {2, 3}, log_p, unseen, prior);
    const auto joint = answers(scorer, row_major({1, 2, 7, kNan}, 2), Answer::kJoint);
    EXPECT_EQ(joint[0], -1 - static_cast<double>(k) - static_cast<double>(4 * k));
    EXPECT_EQ(joint[k], -10);
    const std::vector<std::int64_t> codes{1, 2};
    const Matrix integers{codes.data(), NumberType::kInt64, 1, 2, 16, 8};
    EXPECT_EQ(answers(scorer, integers, Answer::kJoint)[0], joint[0]);
    EXPECT_THROW(answers(scorer, row_major({-1, 0}, 2), Answer::kJoint), Error);
  }
}

}  // namespace
}  // namespace tally
