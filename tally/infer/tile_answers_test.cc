#include "tally/infer/tile_answers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace tally {
namespace {

constexpr std::int64_t kRows = MatrixScorer::kTileRows;

TEST(TileAnswers, AreTheFormulas) {
  std::mt19937_64 random(2);
  for (const std::int64_t classes : {1, 2, 5}) {
    std::vector<double> joint(static_cast<std::size_t>(classes * kRows));
    for (double& x : joint) x = std::normal_distribution<>(-100, 20)(random);
    std::vector<std::int64_t> chosen(kRows, 99);
    choose_in_tile(classes, 10, joint.data(), chosen.data());
    EXPECT_EQ(chosen[10], 99);
    std::vector<double> log_posterior(static_cast<std::size_t>(10 * classes)),
        posterior = log_posterior, as_they_are = log_posterior;
    for (const auto& [answer, out] :
         {std::pair(Answer::kJoint, &as_they_are), std::pair(Answer::kLogPosterior, &log_posterior),
          std::pair(Answer::kPosterior, &posterior)}) {
      std::vector<double> copy = joint;
      finish_tile(answer, classes, 10, copy.data(), out->data());
    }
    for (std::int64_t r = 0; r < 10; ++r) {
      long double total = 0, best = -INFINITY;
      for (std::int64_t k = 0; k < classes; ++k) {
        best = std::max(best,
                        static_cast<long double>(joint[static_cast<std::size_t>(k * kRows + r)]));
      }
      for (std::int64_t k = 0; k < classes; ++k) {
        total += std::exp(joint[static_cast<std::size_t>(k * kRows + r)] - best);
      }
      for (std::int64_t k = 0; k < classes; ++k) {
        const double x = joint[static_cast<std::size_t>(k * kRows + r)];
        const auto at = static_cast<std::size_t>(r * classes + k);
        const auto expected = static_cast<double>(x - best - std::log(total));
        EXPECT_EQ(as_they_are[at], x);
        EXPECT_NEAR(log_posterior[at], expected, 1e-13);
        EXPECT_NEAR(posterior[at], std::exp(expected), 1e-15);
        if (chosen[static_cast<std::size_t>(r)] == k) {
          EXPECT_EQ(x, best);
        }
      }
    }
  }
}

TEST(TileAnswers, WhatIsImpossibleInEveryClassHasNoShareAndIsNeverNan) {
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  std::vector<double> joint(2 * kRows, kNever), out(2 * 3);
  joint[1] = -1;  // the second row is possible in the first class
  std::vector<double> copy = joint;
  finish_tile(Answer::kPosterior, 2, 3, copy.data(), out.data());
  EXPECT_EQ(out, (std::vector<double>{0, 0, 1, 0, 0, 0}));
  finish_tile(Answer::kLogPosterior, 2, 3, joint.data(), out.data());
  EXPECT_EQ(out, (std::vector<double>{kNever, kNever, 0, kNever, kNever, kNever}));
}

TEST(TileAnswers, OfEqualsTheFirstIsChosen) {
  std::vector<double> joint(3 * kRows, -1);
  std::vector<std::int64_t> chosen(kRows);
  joint[2 * kRows + 1] = std::numeric_limits<double>::quiet_NaN();
  choose_in_tile(3, 2, joint.data(), chosen.data());
  EXPECT_EQ(chosen[0], 0);
  EXPECT_EQ(chosen[1], 2);
}

}  // namespace
}  // namespace tally
