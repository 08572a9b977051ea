// SPDX-License-Identifier: Apache-2.0
// The terms of a row's texts: what each of them says, with the counts behind it.
#pragma once

#include <string>

#include "tally/explain.h"
#include "tally/explain/cells.h"

namespace tally {

/// Fills `terms` and `known_terms`. Terms that the model does not know, or under fisher those that
/// tell too little about the told class, are not among them.
/// REQUIRES: classes, log_joint, decisions and decision of `why` are there.
void add_terms(Explanation& why, const Counts& counts, const Estimates& estimates,
               const RowCells& row);

/// The 20 most telling terms as a table, and how many more there are; nothing without a term.
std::string terms_text(const Explanation& why);

}  // namespace tally
