// SPDX-License-Identifier: Apache-2.0
// Cells that are divided by single bytes, many at once: each begins behind the end of the one
// before.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tally/read/cells/cell.h"

namespace tally::csv {

/// cells[i] is what stands between ends[i − 1] and ends[i], i from 0 to count − 1.
void make_plain_cells(const std::uint32_t* ends, std::size_t count, Cell* cells);

}  // namespace tally::csv
