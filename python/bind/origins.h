// SPDX-License-Identifier: Apache-2.0
// Where the histograms of numbers start.
#pragma once

#include "frame.h"
#include "pieces.h"

namespace tally::bind {

/// Gives every column with a histogram the origin that its numbers ask for (tally/read/drafted_origin.h), as
/// the command line does: all cells of these frames are looked at, whatever the rows weigh. The same in any
/// order of rows.
void draft_origins(Schema& schema, const Frames& frames);

}  // namespace tally::bind
