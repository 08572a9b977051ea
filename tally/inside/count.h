// SPDX-License-Identifier: Apache-2.0
// count: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/count.h"                      // IWYU pragma: export
#include "tally/count/block/block_counts.h"   // IWYU pragma: export
#include "tally/count/block/block_tallies.h"  // IWYU pragma: export
#include "tally/count/block/row_classes.h"    // IWYU pragma: export
#include "tally/count/counts.h"               // IWYU pragma: export
#include "tally/count/fine_cell.h"            // IWYU pragma: export
#include "tally/count/histogram_tally.h"      // IWYU pragma: export
#include "tally/count/joint/grid_codes.h"     // IWYU pragma: export
#include "tally/count/joint/joint_tally.h"    // IWYU pragma: export
#include "tally/count/joint/scatter_tally.h"  // IWYU pragma: export
#include "tally/count/moment_tally.h"         // IWYU pragma: export
#include "tally/count/row_weights.h"          // IWYU pragma: export
#include "tally/count/rule_weight.h"          // IWYU pragma: export
#include "tally/count/tally.h"                // IWYU pragma: export
#include "tally/count/text/text_tally.h"      // IWYU pragma: export
#include "tally/count/value_tally.h"          // IWYU pragma: export
#include "tally/inside/batch.h"               // IWYU pragma: export
#include "tally/inside/sums.h"                // IWYU pragma: export
