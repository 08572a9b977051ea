// SPDX-License-Identifier: Apache-2.0
// The rules weighted and full, worked out: what each feature says about a row, from which counts, and what its
// weight makes of that.
#pragma once

#include <string>

#include "tally/explain.h"
#include "tally/explain/cells.h"

namespace tally {

/// Fills prior, features, voices and biases. REQUIRES: the estimates are those of these features.
void add_voices(Explanation& why, const RuleFeatures& features, const Estimates& estimates,
                const RowCells& row);

/// The log-odds of the told class against the runner-up as a table: prior, bias, and every feature
/// with its counts, its weight and what it adds; of more than 40 features those that add most.
/// REQUIRES: there are voices.
std::string voices_text(const Explanation& why);

}  // namespace tally
