// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/share.h"

#include <cmath>

#include "tally/base/log_math.h"

namespace tally {

namespace {

// Within these bounds a quotient of two doubles neither overflows nor loses digits.
constexpr double kLeast = 1e-140;
constexpr double kMost = 1e140;

bool is_moderate(double x) { return x > kLeast && x < kMost; }

ExactSum denominator(const ExactSum& total, double possibilities, double lambda) {
  ExactSum sum = total;
  sum.add_product(possibilities, lambda);
  return sum;
}

}  // namespace

Shares::Shares(const ExactSum& total, double possibilities, double lambda)
    : denominator_(denominator(total, possibilities, lambda)),
      denominator_rounded_(denominator_.to_double()),
      possibilities_(possibilities),
      lambda_(lambda) {}

double Shares::log_share(const ExactSum& n) const {
  if (denominator_.is_zero()) return -std::log(possibilities_);
  const double numerator = n.to_double() + lambda_;
  if (numerator == 0) return kLogZero;
  if (is_moderate(numerator) && is_moderate(denominator_rounded_)) {
    return std::log(numerator / denominator_rounded_);
  }
  ExactSum exact = n;
  exact.add(lambda_);
  const double share = ratio(exact, denominator_);
  if (share > 1e-300) return std::log(share);
  return std::log(numerator) - std::log(denominator_rounded_);
}

double Shares::log_unseen() const { return lambda_ == 0 ? kLogZero : log_share(ExactSum()); }

ValueTotals value_totals(const ValueTally& tally, const std::vector<std::int32_t>& class_codes) {
  ValueTotals out{{}, tally.possible_values()};
  for (const std::int32_t code : class_codes) out.by_class.push_back(tally.total(code));
  return out;
}

}  // namespace tally
