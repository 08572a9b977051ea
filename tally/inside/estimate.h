// SPDX-License-Identifier: Apache-2.0
// estimate: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/estimate.h"                        // IWYU pragma: export
#include "tally/estimate/block_estimates.h"        // IWYU pragma: export
#include "tally/estimate/estimates.h"              // IWYU pragma: export
#include "tally/estimate/evidence.h"               // IWYU pragma: export
#include "tally/estimate/full/dependence.h"        // IWYU pragma: export
#include "tally/estimate/full/full_rule.h"         // IWYU pragma: export
#include "tally/estimate/full/tan_rule.h"          // IWYU pragma: export
#include "tally/estimate/learned_rule.h"           // IWYU pragma: export
#include "tally/estimate/polya_counts.h"           // IWYU pragma: export
#include "tally/estimate/question.h"               // IWYU pragma: export
#include "tally/estimate/text_rule/text_tables.h"  // IWYU pragma: export
#include "tally/estimate/weighted_rule.h"          // IWYU pragma: export
#include "tally/inside/count.h"                    // IWYU pragma: export
