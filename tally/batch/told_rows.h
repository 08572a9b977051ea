// SPDX-License-Identifier: Apache-2.0
// Rows that are told in words, as `one_row` is.
//
//   const Batch rows = told_rows(schema, {{{"age", "31.5"}, {"play", "yes"}}, {{"age", "70"}}},
//                                ToldTruth::kTaken);
#pragma once

#include <span>

#include "tally/batch.h"

namespace tally {

/// What becomes of cells that are no evidence: the class and the weight of a row.
enum class ToldTruth : std::uint8_t {
  kRefused,  ///< they must not be there
  kIgnored,  ///< they may be there, and do not matter
  kTaken,    ///< they are columns of the batch
};

/// The rows as a batch, which owns its cells. What is missing is as `one_row` says; a weight that is missing
/// is 1. Throws Error (kUsage) as it does, with the number of the row as its place where there are several.
Batch told_rows(const Schema& schema, std::span<const CellTexts> rows, ToldTruth truth);

}  // namespace tally
