// SPDX-License-Identifier: Apache-2.0
// A smoothed share of a total, from exact sums.
//
//   (n + λ) / (N + S λ)
//
// Every probability of a value, a term or a class is of this form.
#pragma once

#include <cstdint>
#include <vector>

#include "tally/inside/count.h"

namespace tally {

/// The shares of one total N among S possibilities with λ pseudo-counts each.
class Shares {
 public:
  Shares(const ExactSum& total, double possibilities, double lambda);

  /// log((n + λ) / (N + S λ)); −inf where n + λ = 0. Where N + S λ = 0, nothing was seen and
  /// nothing presumed: every possibility has log(1 / S), the limit λ → 0.
  double log_share(const ExactSum& n) const;
  /// The same for what was never seen and is not among the S: −inf if λ = 0.
  double log_unseen() const;

 private:
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
