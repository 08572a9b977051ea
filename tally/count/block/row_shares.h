// SPDX-License-Identifier: Apache-2.0
// The rows of a matrix counted in shares, each worker for itself: what all tables of a matrix do.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/base/parallel.h"
#include "tally/count/block/row_classes.h"

namespace tally {

/// The rows of a matrix with their classes and, if they have any, weights.
struct RowsToShare {
  std::int64_t rows, cells_per_row;
  const RowClasses& classes;
  std::span<const double> weights;
};

/// What each worker has counted, `empty` before. count(counted, begin, end, classes, weights)
/// counts the rows [begin, end) with the classes and weights of these. Throws what the earliest
/// share throws. REQUIRES: the sum of what was counted does not depend on who counted which rows.
template <class Counted, class Count>
std::vector<Counted> counted_in_shares(const RowsToShare& all, int threads, const Counted& empty,
                                       Count&& count) {
  const auto workers = static_cast<std::size_t>(workers_for(all.rows, all.cells_per_row, threads));
  std::vector<Counted> counted(workers, empty);
  std::vector<std::vector<std::int32_t>> rooms(workers);
  in_shares(all.rows, all.cells_per_row, threads,
            [&](std::int64_t begin, std::int64_t end, int worker) {
              const auto mine = static_cast<std::size_t>(worker);
              const auto first = static_cast<std::size_t>(begin);
              const auto size = static_cast<std::size_t>(end - begin);
              count(counted[mine], begin, end, all.classes.of(begin, end, rooms[mine]),
                    all.weights.empty() ? all.weights : all.weights.subspan(first, size));
            });
  return counted;
}

}  // namespace tally
