// SPDX-License-Identifier: Apache-2.0
// Rows to try an export with: none of them was ever counted, so that none gives away a row of the data.
#pragma once

#include <vector>

#include "tally/export.h"

namespace tally {

/// A row without a cell; one with the first value of each column, or the middle of a number in the first class;
/// one with the last of each; and one with values that were never seen.
std::vector<CellTexts> rows_to_check(const Sheet& sheet);

}  // namespace tally
