// SPDX-License-Identifier: Apache-2.0
// What is asked of a family of numbers.
#pragma once

#include <cstdint>
#include <optional>

namespace tally {

enum class Method : std::uint8_t {
  kSmooth,  ///< (n + λ) / (n_k + S λ); numbers by maximum likelihood
  kMl,      ///< maximum likelihood, whatever λ says
  kMap,  ///< the mode of the posterior: Dirichlet and Beta with a = λ + 1, joint mode in (μ, σ²)
  kBayes,  ///< the posterior predictive with a = λ: the parameters are integrated out
};

/// Whether the parameters have a prior.
constexpr bool has_prior(Method method) {
  return method == Method::kMap || method == Method::kBayes;
}

/// Normal–inverse-gamma prior of a gaussian column's (μ, σ²); what is not given comes from the
/// column.
struct NormalPrior {
  std::optional<double> mean;  ///< μ0; default: the column's mean over all rows
  double kappa = 0.1;          ///< κ0: how many rows the prior mean is worth
  double alpha = 0.5;          ///< α0
  std::optional<double> beta;  ///< β0; default: 0.05 · the column's variance over all rows
  friend bool operator==(const NormalPrior&, const NormalPrior&) = default;
};

/// Gamma prior of a poisson column's rate.
struct GammaPrior {
  double shape = 1;            ///< a
  std::optional<double> rate;  ///< b; default: 1 / the column's rate over all rows (1 if that is 0)
  friend bool operator==(const GammaPrior&, const GammaPrior&) = default;
};

struct NumberQuestion {
  Method method = Method::kSmooth;
  double variance_floor = 1e-3;  ///< of the column's overall variance
  double added_deviation = 0;    ///< above 0: its square is added to every variance, without floor
  NormalPrior normal;
  GammaPrior gamma;
};

}  // namespace tally
