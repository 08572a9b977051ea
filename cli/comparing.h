// SPDX-License-Identifier: Apache-2.0
// Two models, or two questions, on the same rows: what `compare` prints and `report` shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/session.h"
#include "tally/inside/assess.h"

namespace tally::cli {

/// The options of a question as one text: 'lambda=1,estimate=bayes'. Throws Error (kUsage), in which
/// `option` is named.
QuestionOptions parse_question(const std::string& text, const std::string& option);

struct Compared {
  Comparison comparison;
  std::optional<Score> score_a, score_b;  ///< of the same rows
  std::int64_t without_target = 0;        ///< rows that were passed over
};
/// Both on the rows, each of which counts once. The rows are read once for each; `scores` asks for all
/// figures of both. Throws Error (kUsage) as check_comparable, Error (kData) where there is no row.
Compared compare_on(const Asked& a, const Asked& b, const std::vector<std::string>& inputs,
                    const std::vector<std::string>& classes, const DataOptions& data,
                    const BootstrapOptions& options, bool scores = false);

/// Throws Error (kUsage) if they are not about the same target.
void check_comparable(const Asked& a, const Asked& b);

}  // namespace tally::cli
