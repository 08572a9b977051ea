// SPDX-License-Identifier: Apache-2.0
// Some rows of a batch, as a view.
#pragma once

#include "tally/batch/column.h"

namespace tally {

/// The column from this row on.
Column from_row(const Column& column, std::int64_t row);

/// Rows [begin, end): columns, place and lines, without kept cells. The memory is the batch's own.
/// REQUIRES: 0 <= begin <= end <= batch.rows.
Batch slice(const Batch& batch, std::int64_t begin, std::int64_t end);

}  // namespace tally
