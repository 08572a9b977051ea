// SPDX-License-Identifier: Apache-2.0
// A single feature as a file to look at.
#pragma once

#include <string>

#include "tally/inside/estimate.h"

namespace tally {

/// How a feature is distributed in each class, as a file of its own: what the report draws, and of a text
/// the terms that tell most about any class. `name` is that of the feature or of a column that it reads.
/// Throws Error (kUsage) if there is none of that name, or nothing to draw; else as `estimate`.
std::string feature_svg(const Counts& counts, const Question& question, const std::string& name);

}  // namespace tally
