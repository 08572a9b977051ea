// SPDX-License-Identifier: Apache-2.0
#include "tally/decide.h"

#include <algorithm>

#include "tally/base/log_math.h"

namespace tally {

void conditional_risk(const Loss& loss, std::span<const double> posterior, std::span<double> risk) {
  for (std::size_t i = 0; i < risk.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < posterior.size(); ++k) sum += loss.cost(i, k) * posterior[k];
    risk[i] = sum;
  }
}

int decide(const Loss& loss, std::span<const double> log_joint, std::span<const double> risk) {
  const auto likeliest = std::max_element(log_joint.begin(), log_joint.end());
  if (likeliest == log_joint.end() || *likeliest == kLogZero) return -1;
  if (loss.is_zero_one()) return static_cast<int>(likeliest - log_joint.begin());
  return static_cast<int>(std::min_element(risk.begin(), risk.end()) - risk.begin());
}

int decide(const Loss& loss, const Posteriors& answers, std::int64_t row, std::span<double> risk) {
  conditional_risk(loss, answers.posterior_of(row), risk);
  return decide(loss, answers.joint_of(row), risk);
}

}  // namespace tally
