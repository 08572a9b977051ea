// SPDX-License-Identifier: Apache-2.0
// By which rule the model of a table answers: how it is counted for that, and what was learned.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "tally/inside/fit.h"

namespace tally::bind {

/// Whether the model was counted so that the rule `weighted` may answer.
bool is_counted_for_weights(const Model& model);

/// What the model has counted. Columns that were to be counted together, and are none, are not told.
Counting counting_of(const Model& model);

/// The question as the model's default. Where there is no choice of a rule, none is named; where there is
/// one, what is empty leaves it to the model (see `default_question`).
std::string stored_question(const Model& model, Question question);

/// The question about rows that are counted so, or not, for the rule `weighted`. Throws Error (kUsage)
/// if it asks for weights that such a model would not have.
Question put_to(bool counts_for_weights, Question question);

/// What the rules have learned, as JSON: that of `weighted`, and under "full" that of `full`. "{}": nothing.
std::string weights_json(const Model& model);

/// (rule, accuracy, log loss) on rows left out, when the weights were learned. Empty: they were not.
std::vector<std::tuple<std::string, double, double>> scores_of_rules(const Model& model);

}  // namespace tally::bind
