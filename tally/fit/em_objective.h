// SPDX-License-Identifier: Apache-2.0
// What EM increases with every step (docs/maths.md, "Rows without a class"): the logarithm of the
// posterior density of the tables, given the rows,
//
//   J = Σ_labelled w log P(x, y) + ω Σ_unlabelled w log P(x) + λ Σ_k log π_k + λ Σ_j,k,v log p_jkv
//
// The smoothed estimates (n + λ) / (N + S λ) are the mode under Dirichlet priors with 1 + λ, whose
// density the last two sums are; a gaussian's deviation is bounded below by a share of the column's
// own, which no class moves; a poisson rate is the most likely one. So each table is the greatest of
// its terms, and the step from expected counts to tables is one of EM.
#pragma once

#include "tally/inside/estimate.h"

namespace tally {

/// Whether the objective is defined for the table: values, groups of counts, the terms of texts,
/// gaussian and poisson numbers. It is not for a negative binomial: its dispersion is not the most
/// likely one, and the probability of its rows does not follow from sums.
bool has_objective(const FeatureEstimate& feature);

/// The first, third and fourth sum of J, from the counts of the rows with a class alone; what no table
/// changes (x!, coefficients) is left out. REQUIRES: every feature has an objective; the tables' classes
/// are those of the counts.
double log_posterior(const Counts& labelled, const Estimates& tables, double lambda);

}  // namespace tally
