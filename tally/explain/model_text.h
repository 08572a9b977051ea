// A model as people read it: classes, priors, and per feature the counts and the estimates.
#pragma once

#include <string>

#include "tally/estimate.h"

namespace tally {

/// `tally show`. With Method::kBayes also the posterior's parameters and the evidence p(X).
std::string show_text(const Counts& counts, const Question& question);
std::string show_json(const Counts& counts, const Question& question);

}  // namespace tally
