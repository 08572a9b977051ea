// SPDX-License-Identifier: Apache-2.0
// The evidence of the training data: p(X) with the parameters integrated out, from the counts alone.
//
//   categorical, bernoulli, multinomial
//     Σ_k [logΓ(S λ) − logΓ(n_k + S λ) + Σ_v (logΓ(n_kv + λ) − logΓ(λ))]
//   gaussian
//     Σ_k [logΓ(α_n) − logΓ(α_0) + α_0 log β_0 − α_n log β_n + ½ log(κ_0 / κ_n) − (n / 2) log 2π]
//
// A text has that of its multinomial (tokens), boolean or bernoulli (rows with the term) model, if texts
// are summed and no term is skipped (polya_counts.h). A poisson column's evidence needs Σ log x!, which is no count: it
// has none here. The multinomial coefficients of the documents are left out, as everywhere.
#pragma once

#include <optional>

#include "tally/estimate/question.h"
#include "tally/family/poisson.h"
#include "tally/inside/count.h"

namespace tally {

/// log p(X_j | y) of one feature under its λ (lambda_of) and the prior parameters, or nothing where
/// the counts do not determine it. REQUIRES: that λ > 0.
std::optional<double> log_evidence(const Counts& counts, const Tally& tally,
                                   const Question& question);

/// The posterior's parameters of a gaussian column in one class under a normal–inverse-gamma prior.
struct NormalPosterior {
  double mean, kappa, alpha, beta;
};
NormalPosterior normal_posterior(const Counts& counts, const Tally& tally, std::int32_t class_code,
                                 const NormalPrior& prior);

/// The posterior's parameters of a poisson column in one class under a gamma prior.
GammaPosterior gamma_posterior(const Counts& counts, const Tally& tally, std::int32_t class_code,
                               const GammaPrior& prior);

}  // namespace tally
