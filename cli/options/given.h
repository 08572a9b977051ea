// SPDX-License-Identifier: Apache-2.0
// A row typed on the command line: --given 'X1=2,X2=S', or --given X1=2 --given X2=S.
#pragma once

#include <string>
#include <vector>

#include "tally/inside/batch.h"

namespace tally::cli {

/// The row that lists "X1=2,X2=S" tell together (see `one_row`), its texts cut into terms. Throws
/// Error (kUsage), also for what is not name=value.
Batch given_row(const Schema& schema, const std::vector<std::string>& lists);

}  // namespace tally::cli
