// SPDX-License-Identifier: Apache-2.0
// What the tables of a sheet say, as it is heard: for formats that work it out when they are written.
#pragma once

#include <vector>

#include "tally/export.h"

namespace tally {

/// These rows of a table, [item · K + class], under weighted tempered and weighed.
std::vector<double> heard(const Sheet& sheet, const SheetLine& line,
                          const std::vector<double>& says);

/// Whether a line can only be tempered and weighed once the row is known: laws of numbers and groups of counts under
/// the rule weighted.
bool is_held_back(const Sheet& sheet, const SheetLine& line);

}  // namespace tally
