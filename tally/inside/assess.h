// SPDX-License-Identifier: Apache-2.0
// assess: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/assess.h"                      // IWYU pragma: export
#include "tally/assess/accuracy_bound.h"       // IWYU pragma: export
#include "tally/assess/comparison.h"           // IWYU pragma: export
#include "tally/assess/cross_validation.h"     // IWYU pragma: export
#include "tally/assess/curve_text.h"           // IWYU pragma: export
#include "tally/assess/cut_off_table.h"        // IWYU pragma: export
#include "tally/assess/false_alarms.h"         // IWYU pragma: export
#include "tally/assess/family_choice.h"        // IWYU pragma: export
#include "tally/assess/folds.h"                // IWYU pragma: export
#include "tally/assess/prior_shift.h"          // IWYU pragma: export
#include "tally/assess/rank/feature_rank.h"    // IWYU pragma: export
#include "tally/assess/rank/term_rank.h"       // IWYU pragma: export
#include "tally/assess/sampler.h"              // IWYU pragma: export
#include "tally/assess/split.h"                // IWYU pragma: export
#include "tally/assess/sweep.h"                // IWYU pragma: export
#include "tally/assess/threshold_curves.h"     // IWYU pragma: export
#include "tally/assess/tune.h"                 // IWYU pragma: export
#include "tally/assess/weights/joint_draft.h"  // IWYU pragma: export
#include "tally/assess/weights/weigh.h"        // IWYU pragma: export
#include "tally/picture/curve_svg.h"           // IWYU pragma: export
