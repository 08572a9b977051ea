// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/text_corrections.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tally/assess/text_rule/texts_testing.h"

namespace tally {
namespace {

class Corrections : public testing::TestWithParam<unsigned> {};

// At the bottom W = Xᵀ A with λ A = t (Y − P): the slope of the loss in every W is 0, terms that no row
// of the sample has included.
TEST_P(Corrections, MakeTheSumOfTheDefinitionLeast) {
  const unsigned K = GetParam();
  const std::vector<TextRow> rows = ugly_texts(300, K, 40 + K);
  const Counts counts = counted_texts(rows);
  const SampledTexts texts(counts, sampled_texts(rows));
  const CorrectedTerms terms(texts);
  const std::size_t n = texts.rows().size(), told = texts.shape().told();
  std::vector<double> offsets, times;
  std::vector<std::size_t> truths;
  std::mt19937 random(K);
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < n; ++i) {
    for (unsigned k = 0; k < K; ++k) offsets.push_back(normal(random));
    truths.push_back(texts.rows()[i].own);
    times.push_back(i % 7 == 0 ? 0 : texts.rows()[i].times);
  }
  const FittedCorrections fitted = fit_corrections(terms, {offsets, truths, times, K}, 500);

  std::vector<std::vector<double>> W, slope;
  for (std::size_t z = 0; z < 2; ++z) {
    W.push_back(terms.corrections(z, fitted.A, told));
    slope.emplace_back(W.back().size());
    for (std::size_t i = 0; i < W[z].size(); ++i) slope[z][i] = 0.3 * W[z][i];
  }
  const auto is_corrected = [&](std::size_t z, std::int32_t term) {
    return texts.rows_with(z, static_cast<std::size_t>(term)) >= 2;
  };
  for (std::size_t i = 0; i < n; ++i) {
    double c = 0;
    std::vector<double> said(told);
    for (std::size_t z = 0; z < 2; ++z) {
      for (const std::int32_t term : texts.terms(z, i)) c += is_corrected(z, term) ? 1 : 0;
    }
    const double x = c > 0 ? 1 / std::sqrt(c) : 0;
    for (std::size_t z = 0; z < 2; ++z) {
      for (const std::int32_t term : texts.terms(z, i)) {
        for (std::size_t t = 0; t < told; ++t) {
          said[t] += x * W[z][static_cast<std::size_t>(term) * told + t];
        }
      }
    }
    for (std::size_t t = 0; t < told; ++t) EXPECT_NEAR(fitted.said[i * told + t], said[t], 1e-4);
    std::vector<double> p(offsets.begin() + static_cast<std::ptrdiff_t>(i * K),
                          offsets.begin() + static_cast<std::ptrdiff_t>((i + 1) * K));
    for (std::size_t t = 0; t < told; ++t) p[texts.shape().told_class(t)] += said[t];
    double all = 0;
    for (double& one : p) all += one = std::exp(one);
    for (std::size_t t = 0; t < told; ++t) {
      const std::size_t k = texts.shape().told_class(t);
      const double error = times[i] * (p[k] / all - (k == truths[i] ? 1 : 0));
      for (std::size_t z = 0; z < 2; ++z) {
        for (const std::int32_t term : texts.terms(z, i)) {
          if (is_corrected(z, term))
            slope[z][static_cast<std::size_t>(term) * told + t] += x * error;
        }
      }
    }
  }
  for (std::size_t z = 0; z < 2; ++z) {
    for (const double one : slope[z]) EXPECT_NEAR(one, 0, 5e-3);
  }
}

INSTANTIATE_TEST_SUITE_P(Classes, Corrections, testing::Values(2U, 3U, 8U));

// X Xᵀ V, by its definition: a matrix of rows and terms that is written out.
TEST_P(Corrections, TheProductIsThatOfTheMatrix) {
  const unsigned K = GetParam();
  const std::vector<TextRow> rows = ugly_texts(120, K, 90 + K);
  const Counts counts = counted_texts(rows);
  const SampledTexts texts(counts, sampled_texts(rows));
  const CorrectedTerms terms(texts);
  const std::size_t n = texts.rows().size(), told = texts.shape().told();
  ASSERT_EQ(terms.rows(), n);
  std::vector<std::vector<double>> X(n);
  for (std::size_t z = 0; z < texts.shape().zones.size(); ++z) {
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<double> of_zone(texts.slots(z).size());
      for (const std::int32_t term : texts.terms(z, i)) {
        const auto t = static_cast<std::size_t>(term);
        if (texts.rows_with(z, t) >= 2) of_zone[t] = 1;
      }
      X[i].insert(X[i].end(), of_zone.begin(), of_zone.end());
    }
  }
  for (std::vector<double>& row : X) {
    double all = 0;
    for (const double one : row) all += one;
    for (double& one : row) one /= std::sqrt(std::max(1.0, all));
  }
  std::mt19937 random(K);
  std::normal_distribution<double> normal;
  std::vector<double> V(n * told);
  for (double& one : V) one = normal(random);
  const std::vector<double> product = terms.product(V, told);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < told; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) {
        double both = 0;
        for (std::size_t t = 0; t < X[i].size(); ++t) both += X[i][t] * X[j][t];
        sum += both * V[j * told + k];
      }
      EXPECT_NEAR(product[i * told + k], sum, 1e-4 * (1 + std::abs(sum)));
    }
  }
}

// Rows that do not count are asked, not heard; and without a step there is no correction.
TEST(CorrectionsOfNothing, AreNone) {
  const std::vector<TextRow> rows = ugly_texts(60, 2, 3);
  const Counts counts = counted_texts(rows);
  const SampledTexts texts(counts, sampled_texts(rows));
  const CorrectedTerms terms(texts);
  const std::size_t n = texts.rows().size();
  const std::vector<double> offsets(2 * n), none(n), ones(n, 1);
  std::vector<std::size_t> truths;
  for (const SampledTexts::Row& row : texts.rows()) truths.push_back(row.own);
  for (const double one : fit_corrections(terms, {offsets, truths, none, 2}, 10).A) {
    EXPECT_EQ(one, 0);
  }
  for (const double one : fit_corrections(terms, {offsets, truths, ones, 2}, 0).A) {
    EXPECT_EQ(one, 0);
  }
}

}  // namespace
}  // namespace tally
