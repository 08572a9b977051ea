// SPDX-License-Identifier: Apache-2.0
// What a model has learned about its texts (estimate/text_rule/text_rule.h), for people and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "tally/inside/estimate.h"

namespace tally {

/// The weights of the parts, what is added for each class, how far leanings and corrections are trusted,
/// and the 20 terms whose corrections are largest. REQUIRES: the counts have a text; has_weights(rule).
std::string text_weights_text(const Counts& counts, std::span<const RuleWeight> rule);
/// The same with the corrections of all terms, the largest first.
nlohmann::ordered_json text_weights_json(const Counts& counts, std::span<const RuleWeight> rule);

}  // namespace tally
