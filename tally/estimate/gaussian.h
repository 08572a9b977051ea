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

#include <optional>

#include "tally/estimate/estimates.h"
#include "tally/estimate/evidence.h"

namespace tally {

/// The moments over all classes (population variance), or nothing if the column has no value.
std::optional<Moments> overall_moments(const Tally& tally,
                                       const std::vector<std::int32_t>& class_codes);

/// The moments of one class; those of nothing where it has no value.
Moments class_moments(const Tally& tally, std::int32_t class_code, int lost_degrees);

/// What a gaussian table is made of.
struct ColumnMoments {
  std::optional<Moments> overall;  ///< as overall_moments
  std::vector<Moments> by_class;   ///< as class_moments, with lost_degrees(question)
};
ColumnMoments column_moments(const Tally& tally, const std::vector<std::int32_t>& class_codes,
                             const Question& question);

/// The degrees that a class's variance loses under this question: the priors of map and bayes start
/// from the population's.
int lost_degrees(const Question& question);

/// √(E · max_j Var(x_j)): what scikit-learn's rule adds to every variance, as a deviation. `widest`
/// is the greatest deviation of a whole gaussian column; 0 without question.var_smoothing.
double added_deviation(double widest, const Question& question);

/// A NormalPosterior with √β in place of β.
struct RootNormalPosterior {
  double mean, kappa, alpha, root_beta;
};
RootNormalPosterior root_normal_posterior(const ExactSum& weight, const Moments& own,
                                          const Moments& overall, const NormalPrior& prior);
RootNormalPosterior root_normal_posterior(const Tally& tally, std::int32_t class_code,
                                          const Moments& overall, const NormalPrior& prior);
/// √β0
double root_beta0(const Moments& overall, const NormalPrior& prior);

/// A GaussianTable, or under Method::kBayes a StudentTable. Nothing if the column says nothing: it
/// has no value, or it is constant over all rows and no variance is added.
std::optional<ProbabilityTable> gaussian_table(const Tally& tally, const ColumnMoments& moments,
                                               const std::vector<std::int32_t>& class_codes,
                                               const Question& question, double added_deviation);

}  // namespace tally
