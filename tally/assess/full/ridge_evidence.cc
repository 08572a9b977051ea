// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/full/ridge_evidence.h"

#include <algorithm>

namespace tally {

namespace {

constexpr int kRounds = 3;
constexpr std::size_t kRowsForCurvature = 1024;
constexpr double kLeastRidge = 0.05, kMostRidge = 1000;
constexpr double kBiasSpread = 0.05;
constexpr double kLeastSlope = 0.001;

double ridge_of(double expected, std::size_t size) {
  return std::clamp((static_cast<double>(size) + 2) / (2 * expected + 2), kLeastRidge, kMostRidge);
}

void set_ridges(LogLinearProblem& problem, const std::vector<std::size_t>& groups,
                const std::vector<double>& ridges) {
  for (std::size_t f = 0; f < groups.size(); ++f) problem.ridge[f] = ridges[groups[f]];
  problem.bias_ridge = ridges.back();
}

}  // namespace

std::vector<double> ridges_told(const LogLinearProblem& problem, const LogLinearWeights& at,
                                const std::vector<std::size_t>& groups) {
  const std::vector<double> curvature = log_linear_curvature(problem, at, kRowsForCurvature);
  std::vector<double> slope;
  log_linear_height(problem, at, &slope);
  const std::size_t count =
      groups.empty() ? 0 : *std::max_element(groups.begin(), groups.end()) + 1;
  std::vector<double> expected(count);
  std::vector<std::size_t> sizes(count);
  for (std::size_t f = 0; f < groups.size(); ++f) {
    const double off = at.weights[f] - problem.guess[f];
    const double spread = 1 / (curvature[f] + 2 * problem.ridge[f]);
    const bool is_held = at.weights[f] == 0 && problem.guess[f] == 0;
    const double s = std::max(slope[f], kLeastSlope);
    expected[groups[f]] += is_held ? std::min(2 / (s * s), spread) : off * off + spread;
    ++sizes[groups[f]];
  }
  std::vector<double> out;
  for (std::size_t g = 0; g < count; ++g) out.push_back(ridge_of(expected[g], sizes[g]));
  double of_biases = 0;
  for (const double bias : at.biases) of_biases += bias * bias + kBiasSpread;
  out.push_back(ridge_of(of_biases, at.biases.size()));
  return out;
}

LogLinearWeights fit_by_evidence(LogLinearProblem& problem,
                                 const std::vector<std::size_t>& groups) {
  const LogLinearEffort thorough{400, 1e-7, true}, last{100, 1e-6, true};
  LogLinearWeights at = fit_log_linear(problem, thorough);
  for (int round = 1;; ++round) {
    set_ridges(problem, groups, ridges_told(problem, at, groups));
    if (round == kRounds) return fit_log_linear(problem, last, &at);
    at = fit_log_linear(problem, thorough, &at);
  }
}

}  // namespace tally
