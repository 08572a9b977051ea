// SPDX-License-Identifier: Apache-2.0
// What all cells of a table say about its columns, once they have been counted.
#pragma once

#include <string>
#include <vector>

#include "tally/inside/assess.h"
#include "tally/inside/read.h"

namespace tally {

/// The samples of the first part of a table, completed by what was counted of the whole: of columns
/// counted by value, everything; of numbers, how many there are and how many words stand among
/// them. `rows` is how many were counted.
std::vector<ColumnSample> whole_samples(const std::vector<ColumnSample>& first,
                                        const Counts& counts, const StraysByColumn& strays,
                                        std::int64_t rows);

/// The schema with these columns as categorical ones of numbers: counts of their values are enough
/// for what they may turn out to be, see Counts::recast.
Schema counted_by_value(Schema schema, const std::vector<std::string>& columns);

}  // namespace tally
