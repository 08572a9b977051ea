// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/code_counts.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tally/base/error.h"

namespace tally {

namespace {

constexpr std::int64_t kTileRows = 64;

const std::int64_t* row_of_codes(const Matrix& matrix, std::int64_t row) {
  return reinterpret_cast<const std::int64_t*>(static_cast<const char*>(matrix.data) +
                                               row * matrix.row_stride);
}

}  // namespace

std::int64_t code_of(double x) {
  if (std::isnan(x)) return -1;
  if (std::isinf(x)) {
    throw Error(ErrorKind::kData, "expected a finite number, found " + shortest(x));
  }
  const double whole = std::trunc(x);
  if (whole < 0) throw Error(ErrorKind::kUsage, "expected codes from 0 on, found " + shortest(x));
  if (whole >= 0x1p31) {
    throw Error(ErrorKind::kData, "expected codes below 2^31, found " + shortest(x));
  }
  return static_cast<std::int64_t>(whole);
}

CodeCounts::CodeCounts(std::int64_t classes, std::int64_t columns)
    : classes_(classes),
      widths_(static_cast<std::size_t>(columns)),
      starts_(static_cast<std::size_t>(columns)),
      cells_(classes + 1, 0),
      counts_(static_cast<std::size_t>(classes + 1)) {}

bool CodeCounts::takes(const Matrix& matrix) {
  return matrix.type == NumberType::kInt64 && (matrix.column_stride == 8 || matrix.columns <= 1) &&
         matrix.row_stride % 8 == 0 && reinterpret_cast<std::uintptr_t>(matrix.data) % 8 == 0;
}

void CodeCounts::make_room(std::span<const std::int64_t> bits) {
  if (std::equal(bits.begin(), bits.end(), widths_.begin(), std::less<>())) return;
  const std::vector<std::int64_t> widths = widths_, starts = starts_;
  std::int64_t end = 0;
  for (std::size_t j = 0; j < widths_.size(); ++j) {
    const auto needed = std::bit_ceil(static_cast<std::uint64_t>(bits[j]) + 1);
    widths_[j] = std::max(widths_[j], static_cast<std::int64_t>(needed));
    starts_[j] = end;
    end += widths_[j];
  }
  SumGrid cells(classes_ + 1, end);
  cells.make_small();
  for (std::int64_t k = 0; k <= classes_; ++k) {
    std::uint32_t* const to = cells.small_for(k, kMostRows);
    for (std::size_t j = 0; j < widths.size(); ++j) {
      std::copy_n(cells_.small(k) + starts[j], widths[j], to + starts_[j]);
    }
    counts_[static_cast<std::size_t>(k)] = to;
  }
  cells_ = std::move(cells);
}

void CodeCounts::count_rows(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                            std::span<const std::int32_t> classes) {
  const std::size_t columns = widths_.size();
  std::vector<std::int64_t> bits(columns);
  for (std::int64_t first = begin; first < end; first += kTileRows) {
    const std::int64_t last = std::min(first + kTileRows, end);
    std::fill(bits.begin(), bits.end(), 0);
    for (std::int64_t row = first; row < last; ++row) {
      const std::int64_t* codes = row_of_codes(matrix, row);
      for (std::size_t j = 0; j < columns; ++j) bits[j] |= codes[j];
    }
    if (std::any_of(bits.begin(), bits.end(),
                    [](std::int64_t b) { return b < 0 || b >> 31 != 0; })) {
      for (std::int64_t row = first; row < last; ++row) {
        const std::int64_t* codes = row_of_codes(matrix, row);
        for (std::size_t j = 0; j < columns; ++j) code_of(static_cast<double>(codes[j]));
      }
    }
    make_room(bits);
    for (std::int64_t row = first; row < last; ++row) {
      const std::int32_t k = classes[static_cast<std::size_t>(row - begin)];
      std::uint32_t* const cells = counts_[static_cast<std::size_t>(k < 0 ? classes_ : k)];
      const std::int64_t* codes = row_of_codes(matrix, row);
      const std::int64_t* starts = starts_.data();
      if (row + kTileRows < end) matrix.prefetch({row + kTileRows, 1, 0, matrix.columns});
      for (std::size_t j = 0; j < columns; ++j) ++cells[starts[j] + codes[j]];
    }
  }
}

void CodeCounts::count(std::int64_t column, std::int64_t code, std::int32_t klass) {
  const auto j = static_cast<std::size_t>(column);
  if (code >= widths_[j]) {
    std::vector<std::int64_t> bits(widths_.size());
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = widths_[i] - 1;
    bits[j] = code;
    for (std::int64_t& b : bits) b = std::max<std::int64_t>(b, 0);
    make_room(bits);
  }
  ++counts_[static_cast<std::size_t>(klass < 0 ? classes_ : klass)][starts_[j] + code];
}

std::int64_t CodeCounts::width(std::int64_t column) const {
  std::int64_t width = widths_[static_cast<std::size_t>(column)];
  const auto is_empty = [&](std::int64_t code) {
    for (std::int64_t k = 0; k <= classes_; ++k) {
      if (at(k, column, code) != 0) return false;
    }
    return true;
  };
  while (width > 0 && is_empty(width - 1)) --width;
  return width;
}

}  // namespace tally
