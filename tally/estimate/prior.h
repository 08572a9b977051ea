// P(class), before anything is known about the row.
#pragma once

#include <vector>

#include "tally/count.h"
#include "tally/estimate/question.h"

namespace tally {

/// log P(class), in the order of `classes`. Without a single row, smoothed and empirical priors are
/// uniform. A given prior is taken as it stands; 0 is −inf. Throws Error (kUsage) if it does not
/// name exactly the classes. REQUIRES: validate(question) passes, classes is not empty.
std::vector<double> log_prior(const std::vector<Counts::Class>& classes, const Question& question);

}  // namespace tally
