// SPDX-License-Identifier: Apache-2.0
// Poisson columns: x events over an exposure e (1 without a column of exposures), at a rate r.
//
//   maximum likelihood   r = Σ x / Σ e
//   gamma prior (a, b)   posterior (a + Σ x, b + Σ e)
//   mode                 max(0, a + Σ x − 1) / (b + Σ e)
//   predictive           negative binomial with a + Σ x, b + Σ e
#pragma once

#include <string>
#include <vector>

#include "tally/family/number_cell.h"
#include "tally/family/number_question.h"
#include "tally/sums.h"

namespace tally {

/// log p(x) = x log(r e) − r e − logΓ(x + 1), with the exposure e
struct PoissonTable {
  std::vector<double> rate;  ///< [class]

  PoissonMass in_class(std::size_t k) const { return PoissonMass(rate[k]); }
  double draw(Random& random, std::size_t k) const;
  std::vector<ClassNumbers> parameters() const;
  std::string formula(std::size_t k, const NumberCell& cell) const;
};

/// The predictive of a poisson count under a gamma prior, with the exposure e:
///   logΓ(a + x) − logΓ(a) − logΓ(x + 1) + a log(b / (b + e)) + x log(e / (b + e))
struct NegativeBinomialTable {
  std::vector<double> a, b;  ///< [class]

  NegativeBinomialMass in_class(std::size_t k) const { return {a[k], b[k]}; }
  double draw(Random& random, std::size_t k) const;
  std::vector<ClassNumbers> parameters() const;
  std::string formula(std::size_t k, const NumberCell& cell) const;
};

/// Σ x and Σ e of some rows.
struct Events {
  ExactSum count, exposure;
};

/// The parameters of the posterior in one class.
struct GammaPosterior {
  double shape, rate;
};
GammaPosterior gamma_posterior(const Events& own, const Events& overall, const GammaPrior& prior);

}  // namespace tally
