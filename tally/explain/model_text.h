// SPDX-License-Identifier: Apache-2.0
// A model as people read it: classes, priors, and per feature the counts and the estimates.
#pragma once

#include <string>

#include "tally/estimate.h"

namespace tally {

/// `tally show`. With Method::kBayes also the posterior's parameters and the evidence p(X). Long
/// tables are cut, and the text says by how much. Throws as `estimate`.
std::string show_text(const Counts& counts, const Question& question);
/// The same as data, nothing cut; an infinite number is null.
std::string show_json(const Counts& counts, const Question& question);

}  // namespace tally
