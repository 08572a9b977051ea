// SPDX-License-Identifier: Apache-2.0
// The weights of a batch's rows.
#pragma once

#include <string>
#include <vector>

#include "tally/inside/batch.h"

namespace tally {

/// The column as weights, one per row. Throws Error (kData) with the place of the first that is not
/// finite and zero or more, a missing one included.
std::vector<double> checked_weights(const Batch& batch, const Column& column,
                                    const std::string& name);

}  // namespace tally
