// SPDX-License-Identifier: Apache-2.0
// P(class), before anything is known about the row.
#pragma once

#include <vector>

#include "tally/estimate/question.h"
#include "tally/inside/count.h"

namespace tally {

/// log P(class), in the order of `classes`. Without a single row, smoothed and empirical priors are
/// uniform. A given prior is taken as it stands; 0 is −inf. Throws Error (kUsage) if it does not
/// name exactly the classes, and for kEstimated. REQUIRES: validate(question) passes, classes is not empty.
std::vector<double> log_prior(const std::vector<Counts::Class>& classes, const Question& question);

/// The question for some of the classes that it was meant for: a given prior loses the other
/// classes and is scaled to sum to 1 again, or is uniform if they had all of it. Any other question
/// stays as it is.
Question among_classes(Question question, const std::vector<Counts::Class>& classes);

}  // namespace tally
