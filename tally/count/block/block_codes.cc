// SPDX-License-Identifier: Apache-2.0
// How the rows of a matrix of codes fill a block.
#include <algorithm>

#include "tally/base/parallel.h"
#include "tally/batch/code_rows.h"
#include "tally/count/block/block_counts.h"
#include "tally/count/block/class_weights.h"
#include "tally/count/block/code_counts.h"

namespace tally {

void BlockCounts::count_codes(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                              Rows classes, std::span<const double> weights) {
  static_assert(kMostRowsInShare <= CodeCounts::kMostRows);
  add_class_weights(classes, weights, weights_);
  CodeCounts counts(this->classes(), columns());
  if (weights.empty() && has_rows_of_codes(matrix)) {
    counts.count_rows(matrix, begin, end, classes);
  } else {
    count_cells(matrix, begin, end, classes, weights, counts);
  }
  for (std::int64_t j = 0; j < columns(); ++j) {
    SumGrid& sums = sums_[static_cast<std::size_t>(j)];
    widen(j, counts.width(j));
    for (std::int64_t k = 0; k < this->classes(); ++k) {
      for (std::int64_t code = 0; code < counts.width(j); ++code) {
        const std::int64_t times = counts.at(k, j, code);
        if (times != 0) sums.adder(k, code).add(times);
      }
    }
  }
}

void BlockCounts::count_cells(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                              Rows classes, std::span<const double> weights, CodeCounts& counts) {
  constexpr std::int64_t kTileRows = 256;
  std::vector<double> tile(static_cast<std::size_t>(kTileRows * columns()));
  for (std::int64_t first = begin; first < end; first += kTileRows) {
    const std::int64_t rows = std::min(kTileRows, end - first);
    matrix.copy({first, rows, 0, columns()}, tile.data(), columns(), 1);
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto row = static_cast<std::size_t>(first + r - begin);
      const std::int32_t k = classes[row];
      for (std::int64_t j = 0; j < columns(); ++j) {
        const std::int64_t code = code_of(tile[static_cast<std::size_t>(r * columns() + j)]);
        if (code < 0) {
          if (k >= 0) missing_.adder(k, j).add(weights.empty() ? 1.0 : weights[row]);
          continue;
        }
        // A row with a weight of its own does not count as one, but its codes are known.
        counts.count(j, code, weights.empty() ? k : -1);
        if (k < 0 || weights.empty()) continue;
        widen(j, code + 1);
        sums_[static_cast<std::size_t>(j)].adder(k, code).add(weights[row]);
      }
    }
  }
}

}  // namespace tally
