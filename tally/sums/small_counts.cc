// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/small_counts.h"

#include <algorithm>
#include <limits>

namespace tally {

std::uint32_t* SmallCounts::cells(std::int32_t klass, std::uint64_t most, CellSums& sums) {
  if (cells_ == nullptr) {
    if (table_ == nullptr) share();
    std::call_once(table_->made, [&] { table_->cells.resize(sums.cells()); });
    cells_ = table_->cells.data();
  }
  const auto k = static_cast<std::size_t>(klass);
  if (most_[k] + most > std::numeric_limits<std::uint32_t>::max()) move_into(sums, k);
  most_[k] += most;
  return cells_ + k * columns_;
}

void SmallCounts::hand_over(CellSums& sums) {
  if (cells_ != nullptr && !table_->cells.empty()) {
    if (sums.has_whole()) return;
    sums.take_whole(std::move(table_->cells));
    table_->cells = {};
  }
  table_ = nullptr;
  cells_ = nullptr;
  std::fill(most_.begin(), most_.end(), 0);
}

bool SmallCounts::move_if_small(CellSums& sums, std::size_t klass) {
  if (most_[klass] == 0) return true;
  std::uint32_t* const cells = cells_ + klass * columns_;
  if (!sums.add_if_small(klass * columns_, {cells, columns_})) return false;
  std::fill_n(cells, columns_, 0);
  most_[klass] = 0;
  return true;
}

void SmallCounts::move_into(CellSums& sums, std::size_t klass) {
  if (most_[klass] == 0) return;
  sums.make_room_for_whole();
  if (move_if_small(sums, klass)) return;
  for (std::size_t cell = klass * columns_; cell < (klass + 1) * columns_; ++cell) {
    sums.add(cell, std::int64_t{cells_[cell]});
    cells_[cell] = 0;
  }
  most_[klass] = 0;
}

}  // namespace tally
