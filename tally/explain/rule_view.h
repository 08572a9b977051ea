// SPDX-License-Identifier: Apache-2.0
// The learned rule of a model as people read it, and as data.
#pragma once

#include <span>
#include <string>

#include "tally/inside/estimate.h"

namespace tally {

/// Which state the rule comes from, and each weight with a line on what it means; of a model without a
/// text see weights_view.h.
std::string rule_view_text(const Counts& counts, std::span<const RuleWeight> weights);
/// The same: {"messages": …, "sampled": …, "lambda": …, "rules": [{"class": …, "parts": [{"part":
/// …, "weight": …, "prior_weight": …, "meaning": …}, …]}, …]}; messages and sampled are null where
/// the rule was never learned.
std::string rule_view_json(const Counts& counts, std::span<const RuleWeight> weights);

}  // namespace tally
