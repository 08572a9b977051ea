// SPDX-License-Identifier: Apache-2.0
// text: what Tally's other rooms and its own programs see of it beside the door.
#pragma once

#include "tally/inside/batch.h"      // IWYU pragma: export
#include "tally/text.h"              // IWYU pragma: export
#include "tally/text/term_column.h"  // IWYU pragma: export
