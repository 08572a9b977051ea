// SPDX-License-Identifier: Apache-2.0
// The functions in C that every header has, whatever its tables are.
#pragma once

#include <string>

#include "tally/export.h"

namespace tally {

/// NAME_say, NAME_hear, NAME_share … `name` begins every name.
std::string c_helpers(const Sheet& sheet, const std::string& name);

}  // namespace tally
