// SPDX-License-Identifier: Apache-2.0
// Whether rows are those that a model has counted.
#pragma once

#include "tally/inside/count.h"

namespace tally {

/// Whether `rows` were counted from the very rows of `counts`, and no others: sums are exact, so the one leaves
/// nothing of the other. False where a cap has dropped terms of either, or the schemas differ.
bool has_counted(const Counts& counts, Counts rows);

}  // namespace tally
