// SPDX-License-Identifier: Apache-2.0
// What a question means to those who answer it.
#pragma once

#include <string>
#include <string_view>

#include "tally/estimate.h"  // IWYU pragma: export
#include "tally/family/number_question.h"
#include "tally/inside/count.h"

namespace tally {

/// Whether a rule has learned weights.
inline bool is_weighed(Rule rule) { return rule == Rule::kWeighted || rule == Rule::kFull; }
/// Whether the rule has estimates of its own, and no questions about λ and the like.
inline bool has_own_estimates(Rule rule) { return is_weighed(rule) || rule == Rule::kTan; }

/// Whether the question names what only naive Bayes has: λ, the method, how a variance is taken, the
/// priors of parameters, how texts are modelled and combined, or that it be calibrated. No other rule can answer it.
bool names_estimates(const Question& question);

/// The λ that acts on the prior, and on a feature that has none of its own: 0 under kMl, whatever
/// question.lambda says.
double effective_lambda(const Question& question);
/// The same of a feature: under λ by evidence its own.
double lambda_of(const Question& question, std::string_view feature);

/// How texts and other features are combined under the rule naive: as the question says, else learned
/// where the rows have such a rule (mail), and sum for everything else. Throws Error (kUsage) if another than sum is asked
/// of a model without a text.
Combine combine_of(const Question& question, const Schema& schema);
/// Whether a rule asks each term by itself, and nothing about the rest of its dictionary.
inline bool asks_terms_alone(Combine combine) {
  return combine == Combine::kFisher || combine == Combine::kLearned;
}
/// What the answer needs of a text beside the terms of the row: the rest of its dictionary, and
/// each term of it where some are skipped.
OtherTerms other_terms_needed(const Question& question, const Schema& schema);
/// The model that acts for a text: the question's, else the column's own. Throws Error (kUsage) for
/// a complement that has no answer (see `validate`).
TextModel text_model_of(const Question& question, const TextOptions& text);
/// Whether some terms are skipped.
bool skips_terms(const Question& question);

/// The same, but that it may have no answer.
Question parse_question(std::string_view json);

}  // namespace tally
