// SPDX-License-Identifier: Apache-2.0
// The cells of a column of a grid as codes: a label's number, 0 or 1 of a truth, the bin of a number.
#pragma once

#include <cmath>
#include <span>

#include "tally/family/bins.h"
#include "tally/inside/batch.h"

namespace tally {

/// Fills codes[row] for the rows of a batch: −1 where the cell is missing, or has a label that
/// code_of refuses (below 0). code_of(label) is asked for labels and for truths that are no numbers.
/// REQUIRES: the column is of the type that the grid's column has; numbers are finite or NaN.
template <class CodeOf>
void grid_codes(const GridSpec& grid, const Column& column, CodeMap& map, CodeOf&& code_of,
                std::span<std::int32_t> codes) {
  const auto rows = static_cast<std::int64_t>(codes.size());
  const auto* const numbers = std::get_if<Numbers>(&column);
  if (numbers != nullptr && grid.cells == CellKind::kNumber) {
    for_each_number(*numbers, rows, [&](std::int64_t row, double x) {
      codes[static_cast<std::size_t>(row)] =
          std::isnan(x) ? -1 : static_cast<std::int32_t>(bin_of(grid.cuts, x));
    });
  } else if (numbers != nullptr && grid.cells == CellKind::kTruth) {
    const double threshold = grid.binarize.value_or(0);
    for_each_number(*numbers, rows, [&](std::int64_t row, double x) {
      codes[static_cast<std::size_t>(row)] = std::isnan(x) ? -1 : x > threshold ? 1 : 0;
    });
  } else {
    map.for_each(column, rows, code_of, [&](std::int64_t row, std::int32_t code) {
      codes[static_cast<std::size_t>(row)] = code < 0 ? -1 : code;
    });
  }
}

}  // namespace tally
