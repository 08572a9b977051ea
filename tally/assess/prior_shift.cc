// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/prior_shift.h"

#include <algorithm>
#include <cmath>

#include "tally/base/log_math.h"

namespace tally {

void ShiftedRows::add(const Posteriors& answers) {
  const std::size_t K = log_prior_.size();
  std::vector<double> ratio(K);
  for (std::int64_t row = 0; row < answers.rows; ++row) {
    if (answers.impossible(row)) continue;
    for (std::size_t k = 0; k < K; ++k) {
      const bool possible = log_prior_[k] != kLogZero;
      ratio[k] = possible ? answers.log_posterior_of(row)[k] - log_prior_[k] : kLogZero;
    }
    const double most = *std::max_element(ratio.begin(), ratio.end());
    for (const double log : ratio) ratios_.push_back(std::exp(log - most));
  }
}

void ShiftedRows::append(const ShiftedRows& other) {
  ratios_.insert(ratios_.end(), other.ratios_.begin(), other.ratios_.end());
}

std::int64_t ShiftedRows::rows() const {
  return static_cast<std::int64_t>(ratios_.size() / log_prior_.size());
}

PriorShift ShiftedRows::estimate() const {
  constexpr int kMostSteps = 1000;
  constexpr double kLast = 1e-9;
  const std::size_t K = log_prior_.size();
  PriorShift out;
  for (const double log : log_prior_) out.prior.push_back(std::exp(log));
  if (ratios_.empty()) return out;
  const auto all = static_cast<double>(rows());
  // What the prior that is given makes of the rows: its likelihood, and the shares that follow.
  std::vector<double> next(K);
  const auto look = [&](const std::vector<double>& prior) {
    double log_likelihood = 0;
    std::fill(next.begin(), next.end(), 0.0);
    for (std::size_t at = 0; at < ratios_.size(); at += K) {
      double sum = 0;
      for (std::size_t k = 0; k < K; ++k) sum += prior[k] * ratios_[at + k];
      log_likelihood += std::log(sum);
      for (std::size_t k = 0; k < K; ++k) next[k] += prior[k] * ratios_[at + k] / sum;
    }
    for (double& share : next) share /= all;
    return log_likelihood;
  };
  const double start = look(out.prior);
  out.log_likelihood.push_back(0);
  double change = 1;
  while (change > kLast && out.steps < kMostSteps) {
    change = 0;
    for (std::size_t k = 0; k < K; ++k) change = std::max(change, std::abs(next[k] - out.prior[k]));
    out.prior = next;
    ++out.steps;
    out.log_likelihood.push_back(look(out.prior) - start);
  }
  return out;
}

}  // namespace tally
