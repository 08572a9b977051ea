// SPDX-License-Identifier: Apache-2.0
// The accuracy that no decision can exceed if the model is true: 1 − R(h*), the risk of the Bayes
// decision under the model's own P(x, y).
//
//   1 − R(h*) = Σ_x max_y P(x, y)       over all x that the features can make
#pragma once

#include <optional>

#include "tally/inside/estimate.h"

namespace tally {

/// Nothing where the sum cannot be computed: a feature that is neither categorical nor bernoulli,
/// or more than 100,000 possible x. It assumes that no cell is missing.
std::optional<double> accuracy_bound(const Estimates& estimates);

}  // namespace tally
