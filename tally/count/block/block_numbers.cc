// SPDX-License-Identifier: Apache-2.0
// How the rows of a matrix of numbers fill a block.
#include <cmath>

#include "tally/count/block/block_counts.h"
#include "tally/count/block/class_weights.h"
#include "tally/count/block/moment_slices.h"

namespace tally {

void BlockCounts::count_numbers(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                                Rows classes, std::span<const double> weights) {
  if (weights.empty()) {
    count_moments(matrix, begin, end, classes, sums_[0], sums_[1], missing_);
    return add_class_weights(classes, {}, weights_);
  }
  BlockCounts weighted(cells_, this->classes(), columns());
  weighted.count_weighted(matrix, begin, end, classes, weights);
  merge(weighted);
}

void BlockCounts::count_weighted(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                                 Rows classes, std::span<const double> weights) {
  std::vector<std::int32_t> first(classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i) first[i] = classes[i] < 0 ? -1 : 0;
  BlockCounts rows(cells_, 1, columns());
  rows.count_numbers(matrix, begin, end, first, {});
  unweighted_ = {std::move(rows)};

  std::vector<double> cells(static_cast<std::size_t>(columns()));
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int32_t k = classes[static_cast<std::size_t>(row - begin)];
    const double w = weights[static_cast<std::size_t>(row - begin)];
    if (k < 0 || w == 0) continue;
    weights_[static_cast<std::size_t>(k)].add(w);
    matrix.copy({row, 1, 0, columns()}, cells.data(), 0, 1);
    for (std::int64_t j = 0; j < columns(); ++j) {
      const double x = cells[static_cast<std::size_t>(j)];
      if (std::isnan(x)) {
        missing_.adder(k, j).add(w);
      } else {
        sums_[0].adder(k, j).add_product(w, x);
        sums_[1].adder(k, j).add_product(w, x, x);
      }
    }
  }
}

}  // namespace tally
