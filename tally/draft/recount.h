// SPDX-License-Identifier: Apache-2.0
// What was counted before the columns were settled, taken for what would have been counted under the
// settled schema.
//
//   if (recount(piece, settled, Recount::kSample)) return piece;
//   …                                            // else the rows are read and counted again
#pragma once

#include "tally/inside/model.h"

namespace tally {

/// What is wanted of the rows, and so what may be done where the columns turn out to be something else.
enum class Recount {
  kRecast,  ///< the counts alone are wanted: see Counts::recast
  kRows,    ///< the rows are kept, too: a column may be left out, but not be something else
  kSample,  ///< a sample of the rows is wanted, too: see resampled
  kReread,  ///< the rows are kept in a form that depends on all columns
};

/// Whether what was counted is enough; if so, counts and sample become those that the settled schema
/// would have given. Else nothing changes.
bool recount(Model& counted, const Schema& settled, Recount how);

}  // namespace tally
