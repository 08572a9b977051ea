// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/log_linear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace tally {
namespace {

// Features that lean to the truth, some of them loud, some of them wrong.
LogLinearProblem random_problem(std::size_t rows, std::size_t classes, std::size_t features,
                                double scale, unsigned seed = 5) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  LogLinearProblem p;
  p.classes = classes;
  p.guess.assign(features, 1.0 / static_cast<double>(features));
  p.ridge.assign(features, 1);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto truth = static_cast<std::int32_t>(random() % classes);
    p.truths.push_back(truth);
    p.times.push_back(static_cast<double>(1 + random() % 3));
    for (std::size_t k = 0; k < classes; ++k) {
      p.offsets.push_back(normal(random));
      for (std::size_t f = 0; f < features; ++f) {
        const double lean = f % 3 == 2 ? -0.5 : 1.0;
        const bool is_truth = k == static_cast<std::size_t>(truth);
        p.said.push_back(static_cast<float>(scale * (normal(random) + (is_truth ? lean : 0))));
      }
    }
  }
  return p;
}

// The sum that is to be least, straight from its definition.
double plain_height(const LogLinearProblem& p, const LogLinearWeights& at) {
  double sum = 0;
  for (std::size_t f = 0; f < p.features(); ++f) {
    sum += p.ridge[f] * std::pow(at.weights[f] - p.guess[f], 2);
  }
  for (const double bias : at.biases) sum += p.bias_ridge * bias * bias;
  for (std::size_t i = 0; i < p.rows(); ++i) {
    std::vector<double> score;
    double all = 0;
    for (std::size_t k = 0; k < p.classes; ++k) {
      score.push_back(p.offsets[i * p.classes + k] + at.biases[k]);
      for (std::size_t f = 0; f < p.features(); ++f) {
        score[k] += at.weights[f] * double{p.said[(i * p.classes + k) * p.features() + f]};
      }
      all += std::exp(score[k]);
    }
    sum -= p.times[i] * (score[static_cast<std::size_t>(p.truths[i])] - std::log(all));
  }
  return sum;
}

TEST(LogLinear, HeightIsWhatIsMadeLeast) {
  for (const std::size_t features : {1, 7, 8, 9, 20}) {
    const LogLinearProblem problem = random_problem(30, 3, features, 1);
    LogLinearWeights at{std::vector<double>(features, 0.3), {0.1, -0.2, 0.5}};
    EXPECT_NEAR(log_linear_height(problem, at), plain_height(problem, at), 1e-9);
  }
}

TEST(LogLinear, GradientIsThatOfFiniteDifferences) {
  const LogLinearProblem problem = random_problem(40, 4, 11, 2);
  const LogLinearWeights at{std::vector<double>(11, 0.2), {0.1, 0, -0.4, 0.3}};
  std::vector<double> gradient;
  log_linear_height(problem, at, &gradient);
  ASSERT_EQ(gradient.size(), 15U);
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const auto moved = [&](double by) {
      LogLinearWeights there = at;
      (i < 11 ? there.weights[i] : there.biases[i - 11]) += by;
      return plain_height(problem, there);
    };
    EXPECT_NEAR(gradient[i], (moved(1e-5) - moved(-1e-5)) / 2e-5, 1e-4) << i;
  }
}

// No slope where a weight is free, none that leads below zero where it is not (Karush, Kuhn, Tucker).
TEST(LogLinear, TheAnswerIsTheBottom) {
  for (const double scale : {0.01, 1.0, 30.0}) {
    for (const std::size_t classes : {2, 3, 10}) {
      const LogLinearProblem problem = random_problem(300, classes, 12, scale);
      const LogLinearWeights found = fit_log_linear(problem, {2000, 1e-14});
      std::vector<double> gradient;
      const double height = log_linear_height(problem, found, &gradient);
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        const double weight = i < 12 ? found.weights[i] : 1;
        EXPECT_GE(weight, 0);
        if (weight > 0) {
          EXPECT_NEAR(gradient[i], 0, 1e-3 * (1 + height / 300)) << scale << " " << i;
        } else {
          EXPECT_GE(gradient[i], -1e-3) << scale << " " << i;
        }
      }
      const LogLinearWeights quick = fit_log_linear(problem);
      EXPECT_LT(log_linear_height(problem, quick), height * 1.001 + 1e-3);
    }
  }
}

TEST(LogLinear, WithoutRowsItIsTheGuess) {
  const LogLinearProblem problem = random_problem(0, 2, 3, 1);
  const LogLinearWeights found = fit_log_linear(problem);
  EXPECT_EQ(found.weights, problem.guess);
  EXPECT_EQ(found.biases, (std::vector<double>{0, 0}));
}

TEST(LogLinear, ARowThatCountsTwiceIsTwoRows) {
  LogLinearProblem twice = random_problem(20, 3, 4, 1), apart = twice;
  for (double& times : twice.times) times = 2;
  for (double& times : apart.times) times = 1;
  LogLinearProblem doubled = apart;
  doubled.said.insert(doubled.said.end(), apart.said.begin(), apart.said.end());
  doubled.offsets.insert(doubled.offsets.end(), apart.offsets.begin(), apart.offsets.end());
  doubled.truths.insert(doubled.truths.end(), apart.truths.begin(), apart.truths.end());
  doubled.times.insert(doubled.times.end(), apart.times.begin(), apart.times.end());
  const LogLinearWeights one = fit_log_linear(twice, {500, 1e-13});
  const LogLinearWeights other = fit_log_linear(doubled, {500, 1e-13});
  for (std::size_t f = 0; f < 4; ++f) EXPECT_NEAR(one.weights[f], other.weights[f], 1e-5);
}

TEST(LogLinear, ClassesThatArePartedHaveAFiniteAnswer) {
  LogLinearProblem p;
  p.classes = 2;
  p.guess = {1};
  p.ridge = {1};
  p.said = {0, -50, 0, 50};
  p.offsets = {0, 0, 0, 0};
  p.truths = {0, 1};
  p.times = {1, 1};
  const LogLinearWeights found = fit_log_linear(p);
  EXPECT_TRUE(std::isfinite(found.weights[0]));
  EXPECT_GE(found.weights[0], 1);
  std::vector<double> posterior(2);
  log_linear_posterior(p, found, 1, posterior);
  EXPECT_NEAR(posterior[1], 1, 1e-12);
}

// Of plain logistic regression with many rows every weight counts; with a strong pull none does.
TEST(LogLinear, ChosenWeightsAreThoseThatRowsDecide) {
  LogLinearProblem many = random_problem(3000, 2, 5, 1);
  const LogLinearWeights found = fit_log_linear(many);
  const auto free = static_cast<double>(
      std::count_if(found.weights.begin(), found.weights.end(), [](double w) { return w > 0; }));
  EXPECT_NEAR(chosen_weights(many, found), free + 2, 0.2);
  many.ridge.assign(5, 1e9);
  many.bias_ridge = 1e9;
  EXPECT_NEAR(chosen_weights(many, fit_log_linear(many)), 0, 1e-3);
  EXPECT_EQ(chosen_weights(random_problem(0, 2, 5, 1), found), 0);
}

// The same problem, solved by SciPy's L-BFGS-B with bounds (scipy.optimize.minimize, tolerance 1e-15).
TEST(LogLinear, AgreesWithScipy) {
  LogLinearProblem p;
  p.classes = 3;
  p.guess = {0.5, 0.5, 0.25};
  p.ridge = {1, 2, 0.5};
  p.bias_ridge = 0.75;
  for (int i = 0; i < 12; ++i) {
    p.truths.push_back(i % 3);
    p.times.push_back(1 + i % 2);
    for (int k = 0; k < 3; ++k) {
      p.offsets.push_back(0.125 * ((i + k) % 3));
      p.said.push_back(static_cast<float>(((i * 7 + k * 5) % 9 - 4) * 0.25 + (k == i % 3 ? 1 : 0)));
      p.said.push_back(static_cast<float>(((i * 5 + k * 4) % 7 - 3) * 0.5));
      p.said.push_back(
          static_cast<float>(((i * 3 + k * 8) % 5 - 2) * 0.5 - (k == i % 3 ? 1.5 : 0)));
    }
  }
  const LogLinearWeights found = fit_log_linear(p, {1000, 1e-16});
  const std::vector<double> weights{0.980618292, 0.0952630058, 0},
      biases{0.0160626189, 0.00064801979, -0.0167106681};
  for (std::size_t f = 0; f < 3; ++f) EXPECT_NEAR(found.weights[f], weights[f], 2e-4) << f;
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found.biases[k], biases[k], 2e-4) << k;
  EXPECT_NEAR(log_linear_height(p, found), 17.3710733164, 1e-7);
}

}  // namespace
}  // namespace tally
