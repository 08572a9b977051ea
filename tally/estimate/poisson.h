// SPDX-License-Identifier: Apache-2.0
// Poisson columns: x events over an exposure e (1 without a column of exposures), at a rate r.
//
//   maximum likelihood   r = Σ x / Σ e
//   gamma prior (a, b)   posterior (a + Σ x, b + Σ e)
//   mode                 max(0, a + Σ x − 1) / (b + Σ e)
//   predictive           negative binomial with a + Σ x, b + Σ e
#pragma once

#include <optional>

#include "tally/estimate/estimates.h"
#include "tally/estimate/evidence.h"

namespace tally {

/// Σ x and Σ e over all classes.
struct Events {
  ExactSum count, exposure;
};
Events overall_events(const Tally& tally, const std::vector<std::int32_t>& class_codes);

GammaPosterior gamma_posterior(const Tally& tally, std::int32_t class_code, const Events& overall,
                               const GammaPrior& prior);

/// A PoissonTable, or under Method::kBayes a NegativeBinomialTable. Nothing if the column was never
/// seen with an exposure above 0.
std::optional<ProbabilityTable> poisson_table(const Tally& tally,
                                              const std::vector<std::int32_t>& class_codes,
                                              const Question& question);

}  // namespace tally
