// SPDX-License-Identifier: Apache-2.0
// How much a value tells about the class, by how many rows of each class have it.
#pragma once

#include <cstddef>
#include <span>

namespace tally {

/// n I(x; y) in nats, of counts [value · K + class] that add up to n; rounding may make it a little less
/// than 0. 0 where nothing was counted.
double rows_times_information(std::span<const double> counts, std::size_t classes);

/// I(x; y) in nats, never below 0. 0 where nothing was counted.
double mutual_information(std::span<const double> counts, std::size_t classes);

}  // namespace tally
