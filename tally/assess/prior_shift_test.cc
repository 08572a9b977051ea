// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/prior_shift.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tally/base/log_math.h"

namespace tally {
namespace {

// Rows of K classes, each a normal around its number, in these shares; answered by Bayes' theorem, the model
// being true but for its prior.
struct Drawn {
  std::vector<double> log_prior;
  Posteriors answers;
  std::vector<double> shares;  // of the classes among the rows as they fell
};

Drawn drawn(const std::vector<double>& prior, const std::vector<double>& shares, int rows,
            unsigned seed, double apart = 1.5) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::discrete_distribution<int> klass(shares.begin(), shares.end());
  const std::size_t K = prior.size();
  Drawn out;
  out.shares.assign(K, 0);
  for (const double p : prior) out.log_prior.push_back(safe_log(p));
  out.answers.rows = rows;
  out.answers.classes = K;
  std::vector<double> joint(K), p(K), log_p(K);
  for (int i = 0; i < rows; ++i) {
    const int truth = klass(random);
    out.shares[static_cast<std::size_t>(truth)] += 1.0 / rows;
    const double x = normal(random) + apart * truth;
    for (std::size_t k = 0; k < K; ++k) {
      const double off = x - apart * static_cast<double>(k);
      joint[k] = out.log_prior[k] - off * off / 2;
    }
    out.answers.log_evidence.push_back(normalise(joint, p, log_p));
    out.answers.posterior.insert(out.answers.posterior.end(), p.begin(), p.end());
    out.answers.log_posterior.insert(out.answers.log_posterior.end(), log_p.begin(), log_p.end());
    out.answers.log_joint.insert(out.answers.log_joint.end(), joint.begin(), joint.end());
  }
  return out;
}

PriorShift shift_of(const Drawn& drawn) {
  ShiftedRows rows(drawn.log_prior);
  rows.add(drawn.answers);
  return rows.estimate();
}

TEST(PriorShift, FindsTheSharesOfTheRows) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Drawn rare = drawn({0.5, 0.5}, {0.95, 0.05}, 20000, seed, 2);
    EXPECT_NEAR(shift_of(rare).prior[1], rare.shares[1], 0.01);
    const Drawn three = drawn({0.6, 0.3, 0.1}, {0.1, 0.2, 0.7}, 20000, seed);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(shift_of(three).prior[k], three.shares[k], 0.02);
    }
  }
}

TEST(PriorShift, TheLikelihoodNeverFalls) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const std::size_t K = 2 + seed * 2;
    std::vector<double> prior(K, 1.0 / static_cast<double>(K)), shares;
    for (std::size_t k = 0; k < K; ++k) shares.push_back(1.0 / static_cast<double>(k + 1));
    const PriorShift shift = shift_of(drawn(prior, shares, 400, seed, 0.7));
    ASSERT_EQ(shift.log_likelihood.size(), static_cast<std::size_t>(shift.steps) + 1);
    for (std::size_t i = 1; i < shift.log_likelihood.size(); ++i) {
      EXPECT_GE(shift.log_likelihood[i], shift.log_likelihood[i - 1] - 1e-10);
    }
    double sum = 0;
    for (const double share : shift.prior) sum += share;
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

// q_k = mean of p'(k | x), worked out from the posteriors again.
TEST(PriorShift, IsAFixedPoint) {
  const Drawn rows = drawn({0.7, 0.2, 0.1}, {0.2, 0.2, 0.6}, 3000, 7);
  const PriorShift shift = shift_of(rows);
  std::vector<double> mean(3);
  for (std::int64_t row = 0; row < rows.answers.rows; ++row) {
    std::vector<double> p(3);
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      p[k] = shift.prior[k] * rows.answers.posterior_of(row)[k] / std::exp(rows.log_prior[k]);
      sum += p[k];
    }
    for (std::size_t k = 0; k < 3; ++k) mean[k] += p[k] / sum / 3000;
  }
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(mean[k], shift.prior[k], 1e-8);
}

TEST(PriorShift, PiecesAreTheWhole) {
  const Drawn first = drawn({0.5, 0.5}, {0.1, 0.9}, 100, 1),
              second = drawn({0.5, 0.5}, {0.3, 0.7}, 50, 2);
  ShiftedRows whole(first.log_prior), piece(first.log_prior), other(first.log_prior);
  whole.add(first.answers);
  whole.add(second.answers);
  piece.add(first.answers);
  other.add(second.answers);
  piece.append(other);
  EXPECT_EQ(piece.rows(), 150);
  EXPECT_EQ(piece.estimate().prior, whole.estimate().prior);
}

TEST(PriorShift, WhatCannotBe) {
  // No row: the prior stays. A class without a prior has no rows. A row that is impossible says nothing.
  EXPECT_EQ(ShiftedRows({std::log(0.25), std::log(0.75)}).estimate().prior,
            (std::vector<double>{0.25, 0.75}));
  Drawn rows = drawn({0.5, 0, 0.5}, {0.2, 0, 0.8}, 500, 3);
  EXPECT_EQ(shift_of(rows).prior[1], 0);
  ShiftedRows some(rows.log_prior);
  rows.answers.log_evidence[0] = kLogZero;
  some.add(rows.answers);
  EXPECT_EQ(some.rows(), 499);
  EXPECT_EQ(ShiftedRows({0.0}).estimate().prior, std::vector<double>{1});
}

}  // namespace
}  // namespace tally
