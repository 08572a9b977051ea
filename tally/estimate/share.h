// SPDX-License-Identifier: Apache-2.0
// A smoothed share of a total, from exact sums.
//
//   (n + λ) / (N + S λ)
//
// Every probability of a value, a term or a class is of this form.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "tally/inside/count.h"

namespace tally {

/// The shares of one total N among S possibilities with λ pseudo-counts each.
class Shares {
 public:
  Shares(const ExactSum& total, double possibilities, double lambda);
  /// The same where each of the S has a λ of its own.
  Shares(const ExactSum& total, std::span<const double> lambdas);

  /// log((n + λ) / (N + S λ)); −inf where n + λ = 0. Where N + S λ = 0, nothing was seen and
  /// nothing presumed: every possibility has log(1 / S), the limit λ → 0.
  double log_share(const ExactSum& n) const {
    return log_share(n.to_double(), lambda_, [&]() -> const ExactSum& { return n; });
  }
  /// The same of many: n is rounded to the nearest double already, and exact() is asked for what it was
  /// where that is not enough. `lambda` is that of the possibility.
  template <class Exact>
  double log_share(double n, double lambda, Exact&& exact) const {
    const double numerator = n + lambda;
    if (is_moderate(numerator) && is_moderate(denominator_rounded_)) {
      return std::log(numerator / denominator_rounded_);
    }
    return careful_log_share(exact(), lambda);
  }
  /// The same for what was never seen and is not among the S: −inf if λ = 0.
  double log_unseen() const;

 private:
  // Within these bounds a quotient of two doubles neither overflows nor loses digits.
  static bool is_moderate(double x) { return x > 1e-140 && x < 1e140; }
  double careful_log_share(const ExactSum& n, double lambda) const;

  ExactSum denominator_;
  double denominator_rounded_;
  double possibilities_;
  double lambda_;
};

/// What the shares of a tally's values refer to: n_k (or the tokens M_k) by class, and S (or V).
struct ValueTotals {
  std::vector<ExactSum> by_class;  ///< in the order of the class codes asked for
  std::int64_t possible_values = 0;
};
ValueTotals value_totals(const ValueTally& tally, const std::vector<std::int32_t>& class_codes);

}  // namespace tally
