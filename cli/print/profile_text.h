// SPDX-License-Identifier: Apache-2.0
// The columns of a table as people read them.
#pragma once

#include <string>
#include <vector>

#include "tally/inside/read.h"

namespace tally::cli {

/// Whether there is a target: declared, or the format's class.
bool has_target(const std::vector<ColumnSample>& profile, const Declarations& declarations);

/// What the profile alone says, where the table cannot be read again; nothing without a target.
SchemaDraft draft_profile(const std::vector<ColumnSample>& profile,
                          const Declarations& declarations,
                          const std::vector<std::string>& missing);

/// A line for each column, in the order of the table: its type, how many cells are missing, how
/// many values it has, some of them, what it is taken for and why. Without a target, `draft` is
/// empty.
std::string profile_text(const std::vector<ColumnSample>& profile, const SchemaDraft& draft);

}  // namespace tally::cli
