// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/ridge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tally {
namespace {

// The gradient of the sum that is to be least, straight from its definition.
std::vector<double> gradient(const RidgeProblem& p, const std::vector<double>& beta) {
  std::vector<double> out(beta.size());
  for (std::size_t i = 0; i < p.truths.size(); ++i) {
    double z = p.offsets[i];
    for (std::size_t j = 0; j < beta.size(); ++j) z += beta[j] * p.x[i * beta.size() + j];
    const double off = 1 / (1 + std::exp(-z)) - (p.truths[i] ? 1 : 0);
    for (std::size_t j = 0; j < beta.size(); ++j) out[j] += off * p.x[i * beta.size() + j];
  }
  for (std::size_t j = 0; j < beta.size(); ++j) out[j] += p.ridge[j] * (beta[j] - p.guess[j]);
  return out;
}

RidgeProblem random_problem(std::size_t rows, double scale) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  RidgeProblem p{{0, 1, 1, 0}, {0.01, 3, 3, 3}, {}, {}, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    const bool truth = random() % 3 == 0;
    p.truths.push_back(truth);
    p.offsets.push_back(normal(random));
    p.x.push_back(1);
    for (int j = 0; j < 3; ++j) p.x.push_back(scale * (normal(random) + (truth ? 1 : -1)));
  }
  return p;
}

TEST(Ridge, TheSlopeIsZeroAtTheAnswer) {
  for (const double scale : {0.01, 1.0, 30.0}) {
    const RidgeProblem problem = random_problem(200, scale);
    for (const double slope : gradient(problem, fit_ridge(problem))) EXPECT_NEAR(slope, 0, 1e-5);
  }
}

TEST(Ridge, WithoutRowsItIsTheGuess) {
  const RidgeProblem problem = random_problem(0, 1);
  EXPECT_EQ(fit_ridge(problem), problem.guess);
}

TEST(Ridge, ClassesThatArePartedHaveAFiniteAnswer) {
  RidgeProblem problem{{1}, {3}, {-5, -5, 5, 5}, {0, 0, 0, 0}, {false, false, true, true}};
  const double beta = fit_ridge(problem)[0];
  EXPECT_TRUE(std::isfinite(beta));
  EXPECT_GT(beta, 1);
  // 4 · 5 σ(−5β) = 3 (β − 1)
  EXPECT_NEAR(20 / (1 + std::exp(5 * beta)), 3 * (beta - 1), 1e-6);
}

TEST(Ridge, HeightIsWhatIsMadeLeast) {
  const RidgeProblem problem{{0.5, 1}, {2, 4}, {1, 2, 1, -1}, {0.25, 0}, {true, false}};
  // Logits 0.25 + 1 + 2 · 3 and 1 − 3, off the guess by 0.5 and 2.
  const double wanted =
      std::log(1 + std::exp(-7.25)) + std::log(1 + std::exp(-2.0)) + 0.25 + 4 * 4 / 2.0;
  EXPECT_NEAR(ridge_height(problem, {1, 3}), wanted, 1e-12);
}

}  // namespace
}  // namespace tally
