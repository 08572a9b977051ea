// SPDX-License-Identifier: Apache-2.0
// Logistic regression with few weights and a guess at each: the fit behind a learned rule.
#pragma once

#include <cstddef>
#include <vector>

namespace tally {

/// Minimises over β
///
///   Σ_i log(1 + exp(−(2 y_i − 1) (o_i + β·x_i))) + ½ Σ_j r_j (β_j − b_j)²
///
/// which is strictly convex if every r_j is above 0, so that there is one answer, however well the
/// x part the classes.
struct RidgeProblem {
  std::vector<double> guess;    ///< b
  std::vector<double> ridge;    ///< r, each above 0
  std::vector<double> x;        ///< [row · β + j]
  std::vector<double> offsets;  ///< o
  std::vector<bool> truths;     ///< y
};

/// By Newton's method from b, with steps halved while they lead up. The sums run in the order of
/// the rows, on one thread: the same problem has the same answer to the bit. REQUIRES: finite
/// numbers; sizes that fit.
std::vector<double> fit_ridge(const RidgeProblem& problem);

/// What is minimised, at β.
double ridge_height(const RidgeProblem& problem, const std::vector<double>& beta);

}  // namespace tally
