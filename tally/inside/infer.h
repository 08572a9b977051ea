// SPDX-License-Identifier: Apache-2.0
// infer: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/infer.h"                // IWYU pragma: export
#include "tally/infer/matrix_scorer.h"  // IWYU pragma: export
#include "tally/infer/unseen_values.h"  // IWYU pragma: export
#include "tally/inside/estimate.h"      // IWYU pragma: export
