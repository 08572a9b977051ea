// SPDX-License-Identifier: Apache-2.0
// sums: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/sums.h"          // IWYU pragma: export
#include "tally/sums/moments.h"  // IWYU pragma: export
