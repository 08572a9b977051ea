// SPDX-License-Identifier: Apache-2.0
// Rows that are left out, and the questions that are asked about them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tally/assess.h"  // IWYU pragma: export

namespace tally {

/// The rows counted again, with the columns together that these rows suggest (joint_draft.h).
/// REQUIRES: `counts` counted exactly these rows, and has a class and no text.
Counts counted_together(const Counts& counts, const RowStore& rows, std::size_t most_cells);

/// A row that is left out, the question about it, and the worker that answers it.
struct LeftOutRow {
  std::int64_t row;      ///< of the store
  std::size_t question;  ///< which of them
  int worker;            ///< from 0; rows of one worker come one after the other
};
/// What is done with the answer: a batch of one row, among all of the classes.
using LeftOutVisit = std::function<void(const LeftOutRow& at, const Posteriors& answer)>;

/// Asks about each row by the counts without it, under the weights `rule` of all rows. Several threads
/// visit at once, each by its own worker's number. Throws as leave_one_out. REQUIRES: the counts have
/// counted these rows, and perhaps others; the questions are calibrated where they ask for it.
void leave_each_out(const RowStore& rows, const Counts& counts, std::span<const RuleWeight> rule,
                    const std::vector<Question>& questions, const std::vector<Label>& classes,
                    int threads, const LeftOutVisit& visit);

}  // namespace tally
