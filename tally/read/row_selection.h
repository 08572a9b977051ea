// SPDX-License-Identifier: Apache-2.0
// A part of the rows, by number: the "train" or "test" of a split.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tally {

struct RowSelection {
  std::string file;                ///< where the selection comes from, for errors
  std::vector<std::int64_t> rows;  ///< sorted, distinct; counted from 0 over all inputs
};

/// Reads a JSON object with an array of row numbers under `part` ("train" or "test"). Throws Error:
/// kNoInput, kData (not JSON, no such part, a number that is negative or doubled).
RowSelection read_row_selection(const std::string& file, const std::string& part);

}  // namespace tally
