// SPDX-License-Identifier: Apache-2.0
// family: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/family.h"                // IWYU pragma: export
#include "tally/family/family.h"         // IWYU pragma: export
#include "tally/family/number_family.h"  // IWYU pragma: export
#include "tally/inside/sums.h"           // IWYU pragma: export
