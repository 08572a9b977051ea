// SPDX-License-Identifier: Apache-2.0
// Categorical and bernoulli columns.
//
//   P(v | k) = (n_kv + λ) / (n_k + S λ),   n_k = Σ_v n_kv, S possible values (bernoulli: 2)
//
// One formula answers four questions: λ = 0 is maximum likelihood; λ is the posterior mean, and the
// predictive of one value, under Dirichlet(λ); and it is the posterior's mode under Dirichlet(λ +
// 1).
#pragma once

#include <optional>

#include "tally/estimate/estimates.h"
#include "tally/estimate/share.h"

namespace tally {

/// The table of `values`, which may be some of those that the totals speak of. Nothing if the
/// column has no possible value: none declared, none seen.
std::optional<ProbabilityTable> categorical_table(const ValueTally& tally,
                                                  const std::vector<ValueTally::Value>& values,
                                                  const ValueTotals& totals,
                                                  const std::vector<std::int32_t>& class_codes,
                                                  const Question& question);

}  // namespace tally
