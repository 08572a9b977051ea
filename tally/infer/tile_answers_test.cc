// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/tile_answers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace tally {
namespace {

constexpr std::int64_t kRows = MatrixScorer::kTileRows;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

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
  std::vector<double> joint(2 * kRows, kNever), out(std::size_t{2} * 3);
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

// Every number of rows and classes: what is behind them is neither looked at nor written.
TEST(TileAnswers, AreTheFormulasForAnyShape) {
  std::mt19937_64 random(3);
  for (std::int64_t rows = 1; rows <= kRows; ++rows) {
    const std::int64_t classes = 1 + rows * 11 % 70;
    std::vector<double> joint(static_cast<std::size_t>(classes * kRows), kNan);
    for (std::int64_t i = 0; i < classes * kRows; ++i) {
      if (i % kRows < rows) {
        joint[static_cast<std::size_t>(i)] =
            std::normal_distribution<>(0, rows % 2 == 0 ? 3 : 400)(random);
      }
    }
    const auto size = static_cast<std::size_t>(rows * classes);
    for (const Answer answer : {Answer::kJoint, Answer::kLogPosterior, Answer::kPosterior}) {
      std::vector<double> copy = joint, out(size + 9, 77);
      finish_tile(answer, classes, rows, copy.data(), out.data());
      for (std::size_t i = size; i < out.size(); ++i) ASSERT_EQ(out[i], 77);
      for (std::size_t i = 0; i < size; ++i) {
        const std::size_t row = i / static_cast<std::size_t>(classes);
        const auto at = [&](std::size_t k) -> long double { return joint[k * kRows + row]; };
        const long double own = at(i % static_cast<std::size_t>(classes));
        if (answer == Answer::kJoint) {
          ASSERT_EQ(out[i], static_cast<double>(own));
          continue;
        }
        long double total = 0;
        for (std::size_t k = 0; k < static_cast<std::size_t>(classes); ++k) {
          total += std::exp(at(k) - own);
        }
        if (answer == Answer::kPosterior) {
          ASSERT_NEAR(out[i], static_cast<double>(1 / total), 4e-16L + 1e-14L / total);
        } else {
          ASSERT_NEAR(out[i], static_cast<double>(-std::log(total)),
                      4e-15L * (1 + std::log(total)));
        }
      }
    }
  }
}

// e^-700 is the least that is told apart from nothing; of two equals each has a half.
TEST(TileAnswers, FarBehindIsNothing) {
  const double behind[] = {
      0,      -1,        std::nextafter(-700, 0), -700, std::nextafter(-700, -701), -745, -1e4,
      -1e308, -kInfinity};
  for (std::int64_t rows = 1; rows <= kRows; ++rows) {
    for (const double far : behind) {
      for (const double best : {-1.0, 1e6, -1e6}) {
        const std::int64_t row = rows - 1;  // the last lane; the others are level
        std::vector<double> joint(2 * kRows, -5), out(static_cast<std::size_t>(2 * rows));
        joint[static_cast<std::size_t>(row)] = best + far;
        joint[static_cast<std::size_t>(kRows + row)] = best;
        const double x = joint[static_cast<std::size_t>(row)] - best;
        finish_tile(Answer::kPosterior, 2, rows, joint.data(), out.data());
        for (std::size_t i = 0; i + 2 < out.size(); ++i) ASSERT_EQ(out[i], 0.5);
        const double expected = x < -700 ? 0 : std::exp(x) / (1 + std::exp(x));
        ASSERT_NEAR(out[out.size() - 2], expected, 1e-15 * expected) << far;
        ASSERT_EQ(out[out.size() - 2] == 0, x < -700) << far;
        ASSERT_NEAR(out.back(), 1 - expected, 1e-15);
      }
    }
  }
}

// The greatest, of equals the first; a NaN is greater than anything, and the first of them wins.
TEST(TileAnswers, TheChosenIsThatOfOneRowAfterTheOther) {
  std::mt19937_64 random(4);
  const double drawn[] = {-1, -1, -2, 0.0, -0.0, -kInfinity, -kInfinity, 1e308, kNan};
  for (std::int64_t rows = 1; rows <= kRows; ++rows) {
    for (const std::int64_t classes : {std::int64_t{1}, std::int64_t{2}, 2 + rows}) {
      std::vector<double> joint(static_cast<std::size_t>(classes * kRows));
      const std::size_t kinds = rows % 2 == 0 ? 9 : 7;
      for (double& x : joint) x = drawn[random() % kinds];
      std::vector<std::int64_t> chosen(kRows, 99);
      choose_in_tile(classes, rows, joint.data(), chosen.data());
      for (std::int64_t row = 0; row < kRows; ++row) {
        std::int64_t best = 0;
        const auto at = [&](std::int64_t k) {
          return joint[static_cast<std::size_t>(k * kRows + row)];
        };
        for (std::int64_t k = 1; k < classes && !std::isnan(at(best)); ++k) {
          if (std::isnan(at(k)) || at(k) > at(best)) best = k;
        }
        ASSERT_EQ(chosen[static_cast<std::size_t>(row)], row < rows ? best : 99);
      }
    }
  }
}

}  // namespace
}  // namespace tally
