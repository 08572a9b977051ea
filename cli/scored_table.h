// SPDX-License-Identifier: Apache-2.0
// A table whose decisions are held against the truth: what `tally score` sums up.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "cli/session.h"
#include "tally/inside/assess.h"

namespace tally::cli {

struct ScoredTable {
  Score score;
  UnseenValues unseen;
  CutOffTable cut_offs;  ///< of the class that is to be caught, if one is
  std::int64_t without_target = 0;
};

/// Scores every row on several threads. `spam` is the class that cut-offs are about; none: not asked. Throws
/// Error as Table::read does.
ScoredTable score_table(const Asked& asked, const Asker& asker, Table& table,
                        std::optional<std::size_t> spam, int threads);

/// What is known beside the rows: how good a decision can be, the rule that has answered, and, if the rows are
/// those that the model was fitted to, how it does on each by the counts of the others. `again` opens the table
/// once more, where that can be done. Throws Error (kData) if there was no row to score.
void complete(ScoreSummary& summary, const Asked& asked, const Asker& asker, int threads,
              const std::function<std::optional<Table>()>& again);

/// The summary as JSON, with the cut-offs if they are wanted.
std::string scored_json(const ScoreSummary& summary, const ScoredTable& scored, bool with_cut_offs);

}  // namespace tally::cli
