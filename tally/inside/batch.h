// SPDX-License-Identifier: Apache-2.0
// batch: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/batch.h"                  // IWYU pragma: export
#include "tally/batch/bin_cuts.h"         // IWYU pragma: export
#include "tally/batch/code_map.h"         // IWYU pragma: export
#include "tally/batch/column.h"           // IWYU pragma: export
#include "tally/batch/iso_time.h"         // IWYU pragma: export
#include "tally/batch/matrix.h"           // IWYU pragma: export
#include "tally/batch/schema.h"           // IWYU pragma: export
#include "tally/batch/slice.h"            // IWYU pragma: export
#include "tally/batch/term_dictionary.h"  // IWYU pragma: export
#include "tally/batch/term_map.h"         // IWYU pragma: export
