// SPDX-License-Identifier: Apache-2.0
// Gaussian columns.
//
//   maximum likelihood  μ = s / n,  σ² = (q − s² / n) / (n − c)         (tally/sums/moments.h)
//
//   normal–inverse-gamma prior (μ0, κ0, α0, β0), n values with mean x̄ and M2 = Σ (x − x̄)²:
//     κ_n = κ0 + n,   μ_n = (κ0 μ0 + n x̄) / κ_n,   α_n = α0 + n / 2,
//     β_n = β0 + M2 / 2 + κ0 n (x̄ − μ0)² / (2 κ_n)
//   mode, joint in (μ, σ²)   μ_n,  β_n / (α_n + 3/2)
//   predictive               Student's t: 2 α_n degrees, location μ_n,
//                            scale² = β_n (κ_n + 1) / (α_n κ_n)
//
// Roots are carried in place of variances: the values of a column may be 1e-300 or 1e300, whose
// squares are not doubles.
#pragma once

#include <string>
#include <vector>

#include "tally/family/number_cell.h"
#include "tally/family/number_question.h"
#include "tally/sums/moments.h"

namespace tally {

/// log p(x) = −log σ − ½ log 2π − ½ ((x − μ) / σ)²
struct GaussianTable {
  std::vector<double> mean, deviation;  ///< [class]

  GaussianDensity in_class(std::size_t k) const { return {mean[k], deviation[k]}; }
  double draw(Random& random, std::size_t k) const;
  std::vector<ClassNumbers> parameters() const;
  std::string formula(std::size_t k, const NumberCell& cell) const;
};

/// Student's t: the predictive of a gaussian under a normal–inverse-gamma prior.
struct StudentTable {
  std::vector<double> degrees, location, scale;  ///< [class]

  StudentDensity in_class(std::size_t k) const { return {degrees[k], location[k], scale[k]}; }
  double draw(Random& random, std::size_t k) const;
  std::vector<ClassNumbers> parameters() const;
  std::string formula(std::size_t k, const NumberCell& cell) const;
};

/// The parameters of the posterior in one class, with √β in place of β.
struct RootNormalPosterior {
  double mean, kappa, alpha, root_beta;
};
RootNormalPosterior root_normal_posterior(const ExactSum& weight, const Moments& own,
                                          const Moments& overall, const NormalPrior& prior);

}  // namespace tally
