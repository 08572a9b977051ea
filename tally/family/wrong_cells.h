// SPDX-License-Identifier: Apache-2.0
// What a switch over the kinds of cells does where it cannot come to.
#pragma once

#include <string_view>

#include "tally/family.h"

namespace tally {

/// Throws: a feature of this family has come where its cells are not known, "in a table of values".
[[noreturn]] void refuse_cells(Family family, std::string_view where);

}  // namespace tally
