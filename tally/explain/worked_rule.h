// SPDX-License-Identifier: Apache-2.0
// The learned rule, derived: what each part of it says about a row, and its weight.
#pragma once

#include <string>

#include "tally/explain.h"
#include "tally/explain/cells.h"

namespace tally {

/// Fills `rule`. REQUIRES: Combine::kLearned; the row is possible.
void add_rule(Explanation& why, const Estimates& estimates, const RowCells& row);

/// The parts as a table, each zone with its most telling terms, down to the logit and the
/// probability; of more than two classes, for the told class. REQUIRES: `rule` and `terms` are
/// there.
std::string rule_text(const Explanation& why);

}  // namespace tally
