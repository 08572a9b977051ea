// SPDX-License-Identifier: Apache-2.0
// The weights of the rules over columns (estimate/weighted_rule.h, estimate/full/full_rule.h) as people read them, and as data.
#pragma once

#include <span>
#include <string>

#include "tally/inside/estimate.h"

namespace tally {

/// How the rules do on rows left out, which one answers, the weight of every feature, the heaviest
/// first, and the biases. Throws Error (kUsage) if no weights were learned.
std::string weights_view_text(const Counts& counts, std::span<const RuleWeight> weights);
/// The same: {"messages": …, "sampled": …, "answers": "weighted", "rules": {"naive": {"accuracy": …,
/// "log_loss": …}, …}, "weights": [{"feature": …, "heard_as": …, "weight": …}, …], "biases": {…},
/// "full": {"weights": …, "biases": …}}, the last if columns are counted together.
std::string weights_view_json(const Counts& counts, std::span<const RuleWeight> weights);

}  // namespace tally
