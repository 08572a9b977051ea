// SPDX-License-Identifier: Apache-2.0
// The rule of texts (estimate/text_rule), worked out: what each term of a row adds, with the counts
// behind it.
#pragma once

#include <string>

#include "tally/explain.h"
#include "tally/explain/cells.h"

namespace tally {

/// Adds to `voices` what the leanings and the corrections of each zone say, and what is said about the
/// length; to `terms` every known term; to `features` the texts. REQUIRES: prior and classes are there,
/// and the answer.
void add_texts(Explanation& why, const TextRuleTables& tables, const RowCells& row);

/// The 20 terms that add most, and how many more there are; nothing without a term.
std::string text_terms_text(const Explanation& why);

}  // namespace tally
