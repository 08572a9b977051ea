// SPDX-License-Identifier: Apache-2.0
#include "tally/inside/decide.h"

#include <algorithm>
#include <functional>

#include "tally/base/log_math.h"
#include "tally/infer/learned_rule.h"

namespace tally {

void conditional_risk(const Loss& loss, std::span<const double> posterior, std::span<double> risk) {
  for (std::size_t i = 0; i < risk.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < posterior.size(); ++k) sum += loss.cost(i, k) * posterior[k];
    risk[i] = sum;
  }
}

double alarm_log_odds(std::span<const double> log_joint, std::size_t klass) {
  return log_odds(log_joint, klass);
}

namespace {

// The place of the first of the best, that of `but` apart.
template <class IsBetter>
int best(std::span<const double> all, std::size_t but, IsBetter is_better) {
  int found = -1;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == but) continue;
    if (found < 0 || is_better(all[i], all[static_cast<std::size_t>(found)])) {
      found = static_cast<int>(i);
    }
  }
  return found;
}

}  // namespace

int decide(const Loss& loss, std::span<const double> log_joint, std::span<const double> risk) {
  const auto likeliest = std::max_element(log_joint.begin(), log_joint.end());
  if (likeliest == log_joint.end() || *likeliest == kLogZero) return -1;
  std::size_t but = loss.decisions().size();  // none
  if (const std::optional<Loss::Alarm>& alarm = loss.alarm()) {
    const bool is_allowed = alarm_log_odds(log_joint, alarm->klass) > alarm->log_odds;
    if (!is_allowed) but = alarm->decision;
  }
  if (loss.is_zero_one()) return best(log_joint, but, std::greater<>());
  return best(risk, but, std::less<>());
}

int decide(const Loss& loss, const Posteriors& answers, std::int64_t row, std::span<double> risk) {
  conditional_risk(loss, answers.posterior_of(row), risk);
  return decide(loss, answers.joint_of(row), risk);
}

}  // namespace tally
