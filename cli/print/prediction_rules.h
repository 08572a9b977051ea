// SPDX-License-Identifier: Apache-2.0
// What can be asked for in a prediction, and what decides.
#pragma once

#include <optional>

#include "cli/options/options.h"
#include "cli/options/verdict_options.h"
#include "cli/print/prediction_writer.h"
#include "tally/inside/fit.h"

namespace tally::cli {

/// Throws Error (kUsage) if joint probabilities are asked for, and the rule that answers has none.
void check_columns(const PredictionColumns& columns, const Asker& asker);

/// What decides about mail: the filter's cut-offs, unless errors have a cost. Nothing for tables. Throws Error
/// (kUsage) for cut-offs of a table, and for cut-offs with a cost.
std::optional<VerdictRule> verdict_rule(const Schema& schema, const std::vector<Label>& classes,
                                        const VerdictOptions& verdict,
                                        const DecisionOptions& decision);

}  // namespace tally::cli
