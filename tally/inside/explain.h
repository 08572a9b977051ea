// SPDX-License-Identifier: Apache-2.0
// explain: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/explain.h"              // IWYU pragma: export
#include "tally/explain/log_odds.h"     // IWYU pragma: export
#include "tally/explain/network.h"      // IWYU pragma: export
#include "tally/explain/number_text.h"  // IWYU pragma: export
#include "tally/explain/rule_view.h"    // IWYU pragma: export
#include "tally/explain/text_table.h"   // IWYU pragma: export
#include "tally/explain/top_terms.h"    // IWYU pragma: export
