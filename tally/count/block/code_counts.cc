// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/code_counts.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tally/base/error.h"
#include "tally/batch/code_rows.h"

namespace tally {

namespace {

constexpr std::int64_t kTileRows = 64;

// Whether one of the codes, or-ed together, is no code at all.
bool has_wrong_code(const std::vector<std::int64_t>& bits) {
  return std::any_of(bits.begin(), bits.end(),
                     [](std::int64_t b) { return b < 0 || b >> 31 != 0; });
}

// Throws if one of these is no code.
void check_codes(const CodeRows& codes, std::int64_t columns) {
  for (std::int64_t r = 0; r < codes.rows; ++r) {
    for (std::int64_t j = 0; j < columns; ++j) code_of(static_cast<double>(codes.row(r)[j]));
  }
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

bool CodeCounts::make_room(std::span<const std::int64_t> bits) {
  if (std::equal(bits.begin(), bits.end(), widths_.begin(), std::less<>())) return false;
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
  return true;
}

void CodeCounts::count_rows(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                            std::span<const std::int32_t> classes) {
  const std::size_t columns = widths_.size();
  std::vector<std::int64_t> bits(columns), places(columns * std::size_t{kTileRows});
  for (std::int64_t first = begin; first < end; first += kTileRows) {
    const CodeRows codes = code_rows(matrix, first, std::min(kTileRows, end - first));
    std::fill(bits.begin(), bits.end(), 0);
    place_codes(codes, starts_, bits.data(), places.data());
    if (has_wrong_code(bits)) check_codes(codes, matrix.columns);
    if (make_room(bits)) place_codes(codes, starts_, bits.data(), places.data());
    const std::int64_t* place = places.data();
    for (std::int64_t r = 0; r < codes.rows; ++r, place += columns) {
      const std::int32_t k = classes[static_cast<std::size_t>(first + r - begin)];
      std::uint32_t* const cells = counts_[static_cast<std::size_t>(k < 0 ? classes_ : k)];
      for (std::size_t j = 0; j < columns; ++j) ++cells[place[j]];
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
