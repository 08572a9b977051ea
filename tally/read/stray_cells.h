// SPDX-License-Identifier: Apache-2.0
// Cells that are not of their column's type and were taken as missing, counted by their text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "tally/read.h"

namespace tally {

/// Whether so many words among so many numbers are strays, so that the column is one of numbers: at
/// most one cell in a hundred, or a single one among twenty numbers or more.
bool are_strays(std::int64_t words, std::int64_t numbers);

/// "5 cells '?', 2 'NA' and 3 others": the commonest first, of equal ones by their bytes.
std::string in_words(const std::map<std::string, std::int64_t>& cells_by_text);

}  // namespace tally
