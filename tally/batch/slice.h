// SPDX-License-Identifier: Apache-2.0
// Some rows of a batch, as a view.
#pragma once

#include "tally/batch/column.h"

namespace tally {

/// Rows [begin, end): columns, place and lines, without kept cells. The memory is the batch's own.
/// REQUIRES: 0 <= begin <= end <= batch.rows.
Batch slice(const Batch& batch, std::int64_t begin, std::int64_t end);

/// The same of some of its columns, which are to be called so. REQUIRES: as many names as columns.
Batch slice(const Batch& batch, std::int64_t begin, std::int64_t end,
            std::span<const std::string> names, std::span<const Column* const> columns);

}  // namespace tally
