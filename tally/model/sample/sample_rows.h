// SPDX-License-Identifier: Apache-2.0
// The rows of a sample as a batch again.
//
//   const Batch rows = batch_of(model.sample, model.counts.schema());
//   const std::vector<std::int64_t> times = times_of(model.sample);
//
// A sampled row has its cells as texts. The batch has them as the schema types them: numbers bit for
// bit (−0 is 0), times, durations, booleans, labels; a cell that the row does not have is missing.
// So counting row i times[i] times gives what the sampled rows were counted for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tally/count/counts.h"
#include "tally/sample.h"

namespace tally {

/// All rows in the sample's order, with every column of the schema: features, weight, exposures and
/// the target; texts that are cut into terms are left out. It owns its cells. Throws Error (kData)
/// for a cell that is not of its column's type.
Batch batch_of(const RowSample& sample, const Schema& schema);

/// How often each of these rows was counted.
std::vector<std::int64_t> times_of(const RowSample& sample);

/// What the sample of a table has that these counts cannot have ("has more rows of the class 'yes'
/// than were counted"); empty if there is nothing. REQUIRES: `batch_of` can read it.
std::string excess_of(const RowSample& sample, const Counts& counts);

/// Whether `batch_of` can read this cell. REQUIRES: the column is not a text that is cut.
bool is_cell(const SampledColumn& cell, const ColumnSchema& column);

/// Whether the cells of a column are labels, rather than numbers or truths. REQUIRES: as `is_cell`.
bool holds_labels(const ColumnSchema& column);

/// What a boolean is in a column of numbers: 1 or 0, or, where the column's threshold does not stand
/// between them, the nearest numbers above and not above it.
double number_of_truth(const ColumnSchema& column, bool truth);

}  // namespace tally
