// SPDX-License-Identifier: Apache-2.0
// How strongly weights are pulled to their guesses, learned from the rows (D. MacKay's evidence).
//
// Features that are alike make a group, and a group has one ridge λ. In rounds, the weights are solved
// for, and then
//
//   λ = (m + 2) / (2 Σ_f E_f + 2), from 0.05 to 1000;      E_f = (w_f − g_f)² + 1 / (h_f + 2 λ)
//
// where m is the number of features in the group, h_f the curvature of the rows' loss in w_f, and E_f what
// one expects of the square of (w_f − g_f). A weight that the bound w >= 0 holds at its guess 0 against a
// slope s has no bell around it but an exponential tail: E_f = min(2 / max(s, 0.001)², 1 / (h_f + 2 λ)).
// Of biases, λ = (K + 2) / (2 Σ_y (b_y² + 0.05) + 2).
#pragma once

#include <cstddef>
#include <vector>

#include "tally/assess/weights/log_linear.h"

namespace tally {

/// Sets the ridges of the problem, from those that it has on, and gives the weights under them.
/// `groups` names the group of each feature, from 0. REQUIRES: sizes that fit.
LogLinearWeights fit_by_evidence(LogLinearProblem& problem, const std::vector<std::size_t>& groups);

/// The ridges that follow from these weights, for the groups in their order and the biases last:
/// one round.
std::vector<double> ridges_told(const LogLinearProblem& problem, const LogLinearWeights& at,
                                const std::vector<std::size_t>& groups);

}  // namespace tally
