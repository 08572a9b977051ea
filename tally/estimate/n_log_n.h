// SPDX-License-Identifier: Apache-2.0
// n log2 n of many parts at once, nearly: to look for the few that are worth working out.
#pragma once

#include <span>

namespace tally {

/// What lies between first and last is split at each of `places`: with l = place − first, r = last −
/// place, sums[i] += sign · (l log2 l + r log2 r), off by kNLogNError of the two terms' sizes at
/// most. REQUIRES: sign is 1 or −1; as many sums as places, which are finite and lie between; what
/// is not 0 is normal.
void add_n_log_n(std::span<const double> places, double first, double last, double sign,
                 std::span<double> sums);
inline constexpr double kNLogNError = 0x1p-48;

}  // namespace tally
