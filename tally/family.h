// SPDX-License-Identifier: Apache-2.0
// family: how a feature is modelled, and how the parameters of a family are estimated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

enum class Family : std::uint8_t {
  kCategorical,       ///< one of several values
  kBernoulli,         ///< true or false; over numbers: x > binarize
  kBinned,            ///< the bin of a number that is cut at given points: see bins.h
  kGaussian,          ///< a real number
  kPoisson,           ///< a count, of a rate times the exposure
  kNegativeBinomial,  ///< a count with more spread
  kMultinomial,       ///< one of a group of counts that are drawn together
  kText,              ///< the terms of a text: see TextOptions
};

std::string_view to_string(Family family);  ///< "categorical", "bernoulli", …
std::optional<Family> parse_family(std::string_view text);
/// "categorical", "bernoulli", …: all of them.
std::vector<std::string> family_names();

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

}  // namespace tally
