// SPDX-License-Identifier: Apache-2.0
// How good the decisions are on rows that were not counted: by taking rows out of the counts, not
// by counting again.
//
//   RowStore rows(schema);                          // all rows, read once
//   const Counts counts = …;                        // the same rows, counted once
//   std::vector<Score> scores =
//       cross_validate(rows, deal_folds(rows, {.folds = 10}), counts, questions, loss, threads);
//   scores = leave_one_out(rows, counts, questions, loss, threads);
//
// Counts are a group: total − part is what the other rows alone would have counted, to the last
// bit. So each answer is that of a fit to the other rows, and does not depend on the number of
// threads.
//
// A class that has no row among the others is then no class (unless it is declared): it has
// probability 0, its rows are wrong, and the log loss is infinite.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tally/assess/folds.h"
#include "tally/assess/row_store.h"
#include "tally/assess/score.h"

namespace tally {

/// The rows counted once more, columns together as they say (joint_draft.h). REQUIRES: `counts` counted
/// exactly these rows, and has a class and no text.
Counts counted_together(const Counts& counts, const RowStore& rows, std::size_t most_cells);

/// One score for each question, over all rows: each is scored by the counts without its fold. Where
/// texts are combined by the learned rule (`tune`), or columns weighed (`weigh`), weights, cuts and the
/// choice of a rule come from the other rows alone; so do λ by evidence and a calibration. With `most_cells` columns are counted together as
/// well, with grids and triples that the other rows alone draw up (joint_draft.h).
/// Throws Error (kUsage) for a question without an answer. REQUIRES: `counts` counted exactly the
/// rows of the store; no fold holds them all; `loss` has the classes of the counts; threads >= 1.
std::vector<Score> cross_validate(const RowStore& rows,
                                  const std::vector<std::vector<std::int64_t>>& folds,
                                  const Counts& counts, const std::vector<Question>& questions,
                                  const Loss& loss, int threads,
                                  std::optional<std::size_t> most_cells = std::nullopt);

/// A row that is left out, and who answers which question about it.
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

/// The same with each row as a fold of its own, by LeaveOneOut. A learned rule has the weights (and
/// cuts) that all rows give it: a row's terms and class are taken out of the counts, but its vote
/// in a dozen weights, one among those of all rows, is not, since to learn them anew for every row
/// would cost as many fits as there are rows. So it is with λ by evidence and a calibration. Folds have no
/// such vote. Throws Error (kUsage) if
/// there are fewer than two rows, too.
std::vector<Score> leave_one_out(const RowStore& rows, const Counts& counts,
                                 std::vector<Question> questions, const Loss& loss, int threads);

}  // namespace tally
