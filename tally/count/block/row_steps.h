// SPDX-License-Identifier: Apache-2.0
// Rows that are counted, or taken away, one by one and any number of times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/count/counts.h"

namespace tally {

/// Row `row` of a batch is counted `times` times in a class; taken away where that is negative.
struct RowStep {
  std::int64_t row;
  std::string klass;
  std::int64_t times;
};

/// What the steps come to: the sums may be negative. The batch's own target does not matter. Throws
/// Error as Counts::add does. REQUIRES: the rows are those of the batch.
Counts count_steps(const Batch& batch, const Schema& schema, const std::vector<RowStep>& steps);

}  // namespace tally
