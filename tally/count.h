// SPDX-License-Identifier: Apache-2.0
// count: batches in, counts out. The counts are the model.
//
//   Counts counts(schema);
//   counts.add(batch);                 // any number of times, in any order
//   counts.merge(piece);               // = as if piece's rows had been added
//   counts.subtract(piece);            // = as if they never had been
//
// The door model.h keeps them in a file.
//
// A matrix is counted as a whole by BlockCounts, under the same laws; BlockTallies makes Counts of it, and it of
// Counts.
//
// Counting in parallel, streamed or on many machines is always the same thing: count pieces, merge.
// The result is the same to the bit for any order of rows, columns, batches and merges.
#pragma once

#include "tally/batch.h"                      // IWYU pragma: export
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
#include "tally/count/text/other_terms.h"     // IWYU pragma: export
#include "tally/count/text/text_tally.h"      // IWYU pragma: export
#include "tally/count/value_tally.h"          // IWYU pragma: export
#include "tally/sums.h"                       // IWYU pragma: export
