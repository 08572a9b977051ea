// SPDX-License-Identifier: Apache-2.0
// Σ w of the rows of each class: what every table of a matrix counts besides its cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/sums.h"

namespace tally {

/// Adds the weight of each row, 1 without weights, to that of its class; −1 is no class. REQUIRES:
/// as many weights, if any, as rows.
void add_class_weights(std::span<const std::int32_t> classes, std::span<const double> weights,
                       std::vector<ExactSum>& to);

}  // namespace tally
