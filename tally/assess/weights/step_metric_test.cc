// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/step_metric.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tally {
namespace {

// B Bᵀ with loud and soft unknowns, some of them nearly the same.
std::vector<double> curvature(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> B(size, std::vector<double>(size));
  for (std::size_t i = 0; i < size; ++i) {
    for (double& one : B[i]) one = std::pow(10.0, static_cast<double>(i % 4)) * normal(random);
    if (i % 5 == 4) {
      for (std::size_t j = 0; j < size; ++j) B[i][j] = B[i - 1][j] * (1 + 1e-3 * normal(random));
    }
  }
  std::vector<double> out(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t m = 0; m < size; ++m) out[i * size + j] += B[i][m] * B[j][m];
    }
    out[i * size + i] += 0.1;
  }
  return out;
}

TEST(StepMetric, SolvesOverTheFreeUnknowns) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (const std::size_t size : {1U, 2U, 7U, 40U}) {
    const std::vector<double> M = curvature(size, static_cast<unsigned>(size));
    StepMetric metric(M, size);
    for (int times = 0; times < 6; ++times) {
      std::vector<bool> free;
      for (std::size_t i = 0; i < size; ++i) free.push_back(times == 0 || random() % 3 > 0);
      std::vector<double> slope(size);
      for (double& one : slope) one = normal(random);
      std::vector<double> x = slope;
      metric.solve(x, free);
      for (std::size_t i = 0; i < size; ++i) {
        if (!free[i]) {
          EXPECT_EQ(x[i], 0);
          continue;
        }
        double back = 0, loud = 1;
        for (std::size_t j = 0; j < size; ++j) {
          back += M[i * size + j] * x[j];
          loud += std::abs(M[i * size + j] * x[j]);
        }
        EXPECT_NEAR(back, slope[i], 1e-7 * loud);
      }
    }
  }
}

TEST(StepMetric, OfOneChangesNothing) {
  StepMetric one;
  std::vector<double> slope{1, -2, 3};
  one.solve(slope, {true, true, false});
  EXPECT_EQ(slope, (std::vector<double>{1, -2, 3}));
}

// Two unknowns that are the same, but for rounding the wrong way: the diagonal is what is left.
TEST(StepMetric, TakesTheDiagonalOfWhatIsNoCurvature) {
  StepMetric metric({4, 0, 4.0001, 4}, 2);
  std::vector<double> slope{8, 2};
  metric.solve(slope, {true, true});
  EXPECT_DOUBLE_EQ(slope[0], 2);
  EXPECT_DOUBLE_EQ(slope[1], 0.5);
}

}  // namespace
}  // namespace tally
