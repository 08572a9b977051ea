// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/full/ridge_evidence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tally {
namespace {

// Features that tell the class, one of them very loudly, some that say nothing, and one that is always
// wrong, so that its weight is held at 0.
LogLinearProblem random_problem(std::size_t rows, std::size_t classes, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  LogLinearProblem problem;
  problem.classes = classes;
  problem.guess = {0.5, 0, 0, 0, 0, 0};
  problem.ridge.assign(6, 1);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t truth = random() % classes;
    problem.truths.push_back(static_cast<std::int32_t>(truth));
    problem.times.push_back(row % 5 == 0 ? 2.5 : 1);
    for (std::size_t k = 0; k < classes; ++k) {
      const double signal = k == truth ? 1 : 0;
      for (std::size_t f = 0; f < 6; ++f) {
        const double told = f < 3 ? signal * static_cast<double>(f + 1) / 2 : f == 5 ? -signal : 0;
        problem.said.push_back(static_cast<float>((f == 2 ? 40 : 1) * (told + normal(random))));
      }
      problem.offsets.push_back(0);
    }
  }
  return problem;
}

const std::vector<std::size_t> kGroups{0, 0, 0, 1, 1, 2};

// The formulas, spelled out; the curvature by differences of the slope.
std::vector<double> told_by_formula(const LogLinearProblem& problem, const LogLinearWeights& at) {
  LogLinearProblem loss = problem;  // without its ridges, whose slopes are known
  std::vector<double> slope;
  log_linear_height(problem, at, &slope);
  std::vector<double> out;
  for (std::size_t group = 0; group < 3; ++group) {
    double expected = 0, m = 0;
    for (std::size_t f = 0; f < 6; ++f) {
      if (kGroups[f] != group) continue;
      LogLinearWeights up = at, down = at;
      constexpr double kStep = 1e-4;
      up.weights[f] += kStep;
      down.weights[f] -= kStep;
      std::vector<double> above, below;
      log_linear_height(loss, up, &above);
      log_linear_height(loss, down, &below);
      const double h_and_ridge = (above[f] - below[f]) / (2 * kStep);  // h + 2 λ
      const double off = at.weights[f] - problem.guess[f];
      ++m;
      expected += at.weights[f] == 0 && problem.guess[f] == 0
                      ? std::min(2 / std::pow(std::max(slope[f], 0.001), 2), 1 / h_and_ridge)
                      : off * off + 1 / h_and_ridge;
    }
    out.push_back(std::min(1000.0, std::max(0.05, (m + 2) / (2 * expected + 2))));
  }
  double biases = 0;
  for (const double b : at.biases) biases += b * b + 0.05;
  const auto K = static_cast<double>(at.biases.size());
  out.push_back((K + 2) / (2 * biases + 2));
  return out;
}

TEST(RidgeEvidence, OneRoundIsTheFormula) {
  for (const std::size_t classes : {2, 3, 7}) {
    const LogLinearProblem problem = random_problem(300, classes, static_cast<unsigned>(classes));
    const LogLinearWeights at = fit_log_linear(problem, {400, 1e-12, true});
    const std::vector<double> told = ridges_told(problem, at, kGroups);
    const std::vector<double> wanted = told_by_formula(problem, at);
    ASSERT_EQ(told.size(), wanted.size());
    for (std::size_t g = 0; g < told.size(); ++g) EXPECT_NEAR(told[g], wanted[g], 1e-5 * wanted[g]);
  }
}

// What it gives is the bottom under the ridges that it has set: no slope is left, but against a bound.
TEST(RidgeEvidence, EndsAtTheBottom) {
  LogLinearProblem problem = random_problem(400, 3, 5);
  const LogLinearWeights at = fit_by_evidence(problem, kGroups);
  std::vector<double> slope;
  const double height = log_linear_height(problem, at, &slope);
  for (std::size_t i = 0; i < slope.size(); ++i) {
    const bool is_held = i < at.weights.size() && at.weights[i] == 0;
    EXPECT_GT(slope[i], -0.05 * std::sqrt(height)) << i;
    if (is_held) continue;
    EXPECT_LT(slope[i], 0.05 * std::sqrt(height)) << i;
  }
  const LogLinearWeights exact = fit_log_linear(problem, {2000, 1e-14, true});
  EXPECT_NEAR(height, log_linear_height(problem, exact), 1e-5 * height);
  // Three rounds are about enough: another would move the ridges little.
  const std::vector<double> told = ridges_told(problem, exact, kGroups);
  for (std::size_t f = 0; f < kGroups.size(); ++f) {
    EXPECT_NEAR(std::log(told[kGroups[f]]), std::log(problem.ridge[f]), 0.3) << f;
  }
}

// What says nothing is pulled harder to its guess than what tells the class.
TEST(RidgeEvidence, NoiseIsHeldTighter) {
  LogLinearProblem problem = random_problem(2000, 2, 9);
  fit_by_evidence(problem, kGroups);
  EXPECT_GT(problem.ridge[3], problem.ridge[0]);
  EXPECT_EQ(problem.ridge[3], problem.ridge[4]);
}

// Measuring steps by the curvature changes the way, not the place.
TEST(LogLinear, MeasuredStepsLeadToTheSamePlace) {
  const LogLinearProblem problem = random_problem(500, 4, 3);
  const LogLinearWeights plain = fit_log_linear(problem, {5000, 1e-15, false});
  const LogLinearWeights measured = fit_log_linear(problem, {5000, 1e-15, true});
  for (std::size_t f = 0; f < plain.weights.size(); ++f) {
    EXPECT_NEAR(plain.weights[f], measured.weights[f], 1e-4) << f;
  }
  for (std::size_t k = 0; k < plain.biases.size(); ++k) {
    EXPECT_NEAR(plain.biases[k], measured.biases[k], 1e-4) << k;
  }
}

TEST(LogLinear, WithoutBiasesThereAreNone) {
  LogLinearProblem problem = random_problem(200, 3, 4);
  for (std::int32_t& truth : problem.truths) truth = truth == 2 ? 0 : truth;
  problem.has_biases = false;
  const LogLinearWeights at = fit_log_linear(problem);
  EXPECT_EQ(at.biases, (std::vector<double>{0, 0, 0}));
}

TEST(LogLinear, StartsWhereItIsTold) {
  const LogLinearProblem problem = random_problem(200, 3, 6);
  const LogLinearWeights bottom = fit_log_linear(problem, {5000, 1e-15, true});
  const LogLinearWeights again = fit_log_linear(problem, {0, 1e-6, false}, &bottom);
  EXPECT_EQ(again.weights, bottom.weights);
  EXPECT_EQ(again.biases, bottom.biases);
}

}  // namespace
}  // namespace tally
