// SPDX-License-Identifier: Apache-2.0
// The sums of which learning weights consists, in vectors. Every number is the same to the bit whatever the
// processor: a product and a sum round apart, and sums run in eight lanes that are put together at the end.
#pragma once

#include <span>

namespace tally {

/// Σ_f weights[f] · said[f]. REQUIRES: here and below, sizes that fit.
double weighed(std::span<const double> weights, std::span<const float> said);

/// to[f] += share · what[f].
void add_share(double share, std::span<const float> what, std::span<double> to);
void add_share(double share, std::span<const double> what, std::span<double> to);

}  // namespace tally
