// SPDX-License-Identifier: Apache-2.0
// Rows in memory, read as a table.
//
//   Table table = table_over(told_rows(schema, rows, ToldTruth::kTaken));
#pragma once

#include "tally/batch/told_rows.h"  // IWYU pragma: export
#include "tally/read.h"

namespace tally {

/// A table of one batch, whose texts may still be uncut. The batch has to keep its cells (Batch::owner), or they
/// have to stay.
Table table_over(Batch rows);

}  // namespace tally
