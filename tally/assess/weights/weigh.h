// SPDX-License-Identifier: Apache-2.0
// The weights of the rules `weighted` (estimate/weighted_rule.h) and, where columns are counted together,
// `full` (estimate/full/full_rule.h), learned from counts and sample.
//
// Each row of the sample is left out of the counts, and the weights are those under which the others
// predict its class best (log_linear.h). By the same left-out answers the rules are compared: of the two
// the one of smaller log loss answers, if it is better than naive Bayes by more than two standard errors
// of the paired difference of their log losses, after what its weights owe to these very rows is taken
// off (chosen_weights); else the other, if it is; else naive. Of a table with texts, a smaller log loss is
// enough. Fewer than 30 rows are always answered as the textbook does.
#pragma once

#include <string>
#include <vector>

#include "tally/inside/estimate.h"
#include "tally/inside/model.h"

namespace tally {

/// What is kept of the rules, sorted by (klass, part): a weight for each feature ("bins:age",
/// "full/parent:age"), biases for each class ("bias", "full/bias"), how each rule does on the rows left out ("accuracy:naive", "log-loss:weighted",
/// …), which one was chosen ("chosen:weighted"), and of which state of the model ("messages",
/// "sampled", "counts"; see `is_stale`); of texts what estimate/text_rule/text_rule.h names. Empty where there is
/// nothing to learn: rows with a rule of their own (mail), a sample without two classes. The same counts and sample give the same to the bit.
/// `gain_of_naive`: by how much the log loss of naive Bayes is smaller than these counts say, where it
/// answers with more than they (ExpectedCounts::gain); the weighted rule has to be better than that.
std::vector<RuleWeight> weigh(const Counts& counts, const RowSample& sample,
                              double gain_of_naive = 0);

}  // namespace tally
