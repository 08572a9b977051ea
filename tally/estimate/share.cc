// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/share.h"

#include "tally/base/log_math.h"

namespace tally {

namespace {

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

Shares::Shares(const ExactSum& total, std::span<const double> lambdas)
    : denominator_(total),
      denominator_rounded_(0),
      possibilities_(static_cast<double>(lambdas.size())),
      lambda_(0) {
  for (const double lambda : lambdas) denominator_.add(lambda);
  denominator_rounded_ = denominator_.to_double();
}

double Shares::careful_log_share(const ExactSum& n, double lambda) const {
  if (denominator_.is_zero()) return -std::log(possibilities_);
  const double numerator = n.to_double() + lambda;
  if (numerator == 0) return kLogZero;
  ExactSum exact = n;
  exact.add(lambda);
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
