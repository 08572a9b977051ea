// What all cells of a table say about its columns, once they have been counted.
#pragma once

#include <vector>

#include "tally/assess.h"
#include "tally/read.h"

namespace tally::cli {

/// The samples of the first part of a table, completed by what was counted of the whole: of columns
/// counted by value, everything; of numbers, how many there are and how many words stand among
/// them. `rows` is how many were counted.
std::vector<ColumnSample> whole_samples(const std::vector<ColumnSample>& first,
                                        const Counts& counts, const StraysByColumn& strays,
                                        std::int64_t rows);

}  // namespace tally::cli
