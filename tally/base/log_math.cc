// SPDX-License-Identifier: Apache-2.0
#include "tally/base/log_math.h"

#include <algorithm>
#include <cmath>

namespace tally {

double safe_log(double x) { return x > 0 ? std::log(x) : kLogZero; }

double times_log(double a, double log_b) { return a == 0 ? 0 : a * log_b; }

double log_sum_exp(std::span<const double> a) {
  const double most = a.empty() ? kLogZero : *std::max_element(a.begin(), a.end());
  if (std::isinf(most)) return most;
  // The greatest term is exactly 1; what the others add may be far smaller than its last bit.
  double others = 0;
  bool greatest_met = false;
  for (const double x : a) {
    if (x == most && !greatest_met) {
      greatest_met = true;
    } else {
      others += std::exp(x - most);
    }
  }
  return most + std::log1p(others);
}

double normalise(std::span<const double> log_joint, std::span<double> posterior,
                 std::span<double> log_posterior) {
  const double most = *std::max_element(log_joint.begin(), log_joint.end());
  if (most == kLogZero) {
    std::fill(posterior.begin(), posterior.end(), 0.0);
    std::fill(log_posterior.begin(), log_posterior.end(), kLogZero);
    return kLogZero;
  }
  double others = 0;  // as in log_sum_exp
  bool greatest_met = false;
  for (std::size_t k = 0; k < log_joint.size(); ++k) {
    posterior[k] = std::exp(log_joint[k] - most);
    if (log_joint[k] == most && !greatest_met) {
      greatest_met = true;
    } else {
      others += posterior[k];
    }
  }
  const double sum = 1 + others;
  const double log_sum = std::log1p(others);
  for (std::size_t k = 0; k < log_joint.size(); ++k) {
    posterior[k] /= sum;
    log_posterior[k] = (log_joint[k] - most) - log_sum;
  }
  return most + log_sum;
}

}  // namespace tally
