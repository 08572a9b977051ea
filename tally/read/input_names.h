// SPDX-License-Identifier: Apache-2.0
// The files that the arguments of a command line name.
#pragma once

#include <string>
#include <vector>

namespace tally {

/// Each input as it is if it is "-" or a file of that very name, else the files that it matches as
/// a pattern (* ? […]), sorted. Throws Error: kNoInput (no such file, a pattern without a match),
/// kUsage (no input at all, "-" twice).
std::vector<std::string> expand_inputs(const std::vector<std::string>& inputs);

}  // namespace tally
