// SPDX-License-Identifier: Apache-2.0
#include "tally/count/joint/dense_cells.h"

#include <limits>

namespace tally {

namespace {

// Beyond, going through the cells costs more than it saves.
constexpr std::size_t kMostCellsPerRow = 4;
constexpr std::size_t kNoColumn = std::numeric_limits<std::size_t>::max();

}  // namespace

void DenseCells::begin(std::span<const std::vector<std::int32_t>> codes,
                       std::span<const std::int32_t> sizes, std::size_t first,
                       std::span<const std::int32_t> classes, std::int32_t class_count) {
  classes_ = static_cast<std::size_t>(class_count);
  stride_ = classes_ + 1;
  class_of_.resize(classes.size());
  for (std::size_t row = 0; row < classes.size(); ++row) {
    class_of_[row] = static_cast<std::uint32_t>(classes[row] < 0 ? class_count : classes[row]);
  }
  sizes_.clear();
  at_.resize(codes.size());
  for (std::size_t column = 0; column < codes.size(); ++column) {
    const std::int32_t size = sizes[column];
    sizes_.push_back(static_cast<std::size_t>(size) + 1);
    const std::int32_t* const from = codes[column].data() + first;
    at_[column].resize(classes.size());
    for (std::size_t row = 0; row < classes.size(); ++row) {
      at_[column][row] = static_cast<std::uint32_t>(from[row] < 0 ? size : from[row]);
    }
  }
  inner_column_ = kNoColumn;
}

bool DenseCells::count(std::span<const std::size_t> columns) {
  const std::size_t rows = class_of_.size();
  std::size_t cells = stride_;
  for (const std::size_t column : columns) {
    if (sizes_[column] > kMostCellsPerRow * rows / cells) return false;
    cells *= sizes_[column];
  }
  cells_.resize(cells);
  width_ = columns.size();
  shape_.fill(1);
  for (std::size_t i = 0; i < width_; ++i) shape_[i] = sizes_[columns[i]];
  if (inner_column_ != columns[0]) {
    inner_column_ = columns[0];
    inner_.resize(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      inner_[row] = at_[columns[0]][row] * static_cast<std::uint32_t>(stride_) + class_of_[row];
    }
  }
  const std::uint32_t* const inner = inner_.data();
  std::uint32_t* const counts = cells_.data();
  const auto second = static_cast<std::uint32_t>(stride_ * shape_[0]);
  const std::uint32_t third = second * static_cast<std::uint32_t>(shape_[1]);
  if (width_ == 1) {
    for (std::size_t row = 0; row < rows; ++row) ++counts[inner[row]];
  } else if (width_ == 2) {
    const std::uint32_t* const b = at_[columns[1]].data();
    for (std::size_t row = 0; row < rows; ++row) ++counts[b[row] * second + inner[row]];
  } else {
    const std::uint32_t *const b = at_[columns[1]].data(), *const c = at_[columns[2]].data();
    for (std::size_t row = 0; row < rows; ++row) {
      ++counts[c[row] * third + b[row] * second + inner[row]];
    }
  }
  return true;
}

}  // namespace tally
