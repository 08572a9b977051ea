// SPDX-License-Identifier: Apache-2.0
// fit: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/fit.h"              // IWYU pragma: export
#include "tally/fit/clusters.h"     // IWYU pragma: export
#include "tally/fit/own_rows.h"     // IWYU pragma: export
#include "tally/fit/piece_packs.h"  // IWYU pragma: export
#include "tally/fit/piece_rows.h"   // IWYU pragma: export
#include "tally/fit/unlabelled.h"   // IWYU pragma: export
