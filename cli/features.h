// SPDX-License-Identifier: Apache-2.0
// What `tally --version` prints: for who reports a fault, or wonders why a file is not read here.
#pragma once

#include <string>

namespace tally::cli {

/// The version on a line of its own, then what this program was built with and finds on this machine, a line each.
std::string told_version();

}  // namespace tally::cli
