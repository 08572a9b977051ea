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

bool DenseCells::count(std::span<const std::size_t> columns, DenseTable& table) {
  std::size_t size = stride_;
  for (const std::size_t column : columns) {
    if (sizes_[column] > kMostCellsPerRow * rows() / size) return false;
    size *= sizes_[column];
  }
  table.classes_ = classes_;
  table.width_ = columns.size();
  table.shape_.fill(1);
  for (std::size_t i = 0; i < columns.size(); ++i) table.shape_[i] = sizes_[columns[i]];
  table.cells_.assign(size, 0);
  if (inner_column_ != columns[0]) {
    inner_column_ = columns[0];
    inner_.resize(rows());
    for (std::size_t row = 0; row < rows(); ++row) {
      inner_[row] = at_[columns[0]][row] * static_cast<std::uint32_t>(stride_) + class_of_[row];
    }
  }
  const std::uint32_t* const inner = inner_.data();
  const auto second = static_cast<std::uint32_t>(stride_ * table.shape_[0]);
  const std::uint32_t third = second * static_cast<std::uint32_t>(table.shape_[1]);
  if (columns.size() == 1) {
    add_rows(table.cells_, [=](std::size_t row) { return inner[row]; });
  } else if (columns.size() == 2) {
    const std::uint32_t* const b = at_[columns[1]].data();
    add_rows(table.cells_, [=](std::size_t row) { return b[row] * second + inner[row]; });
  } else {
    const std::uint32_t *const b = at_[columns[1]].data(), *const c = at_[columns[2]].data();
    add_rows(table.cells_,
             [=](std::size_t row) { return c[row] * third + b[row] * second + inner[row]; });
  }
  return true;
}

// Where many rows are of one cell, each would have to wait until the one before it is written: every second
// one goes to an array of its own, while these are small.
template <class PlaceOf>
void DenseCells::add_rows(std::vector<std::uint32_t>& cells, PlaceOf&& place_of) {
  std::uint32_t* const even = cells.data();
  if (cells.size() > rows() / 4) {
    for (std::size_t row = 0; row < rows(); ++row) ++even[place_of(row)];
    return;
  }
  others_.assign(cells.size(), 0);
  std::uint32_t* const odd = others_.data();
  std::size_t row = 0;
  for (; row + 2 <= rows(); row += 2) {
    ++even[place_of(row)];
    ++odd[place_of(row + 1)];
  }
  if (row < rows()) ++even[place_of(row)];
  for (std::size_t i = 0; i < cells.size(); ++i) even[i] += odd[i];
}

// The cells of `of` are lines: what lies within the column that goes, by its places, by what lies around.
void DenseTable::add_up(const DenseTable& of, std::size_t which) {
  classes_ = of.classes_;
  width_ = of.width_ - 1;
  shape_.fill(1);
  std::size_t within = of.classes_ + 1;
  for (std::size_t i = 0, to = 0; i < of.width_; ++i) {
    if (i < which) within *= of.shape_[i];
    if (i != which) shape_[to++] = of.shape_[i];
  }
  const std::size_t places = of.shape_[which], around = of.size() / (within * places);
  cells_.assign(within * around, 0);
  const std::uint32_t* from = of.cells_.data();
  for (std::size_t i = 0; i < around; ++i) {
    std::uint32_t* const to = cells_.data() + i * within;
    for (std::size_t place = 0; place < places; ++place, from += within) {
      for (std::size_t at = 0; at < within; ++at) to[at] += from[at];
    }
  }
}

}  // namespace tally
