// SPDX-License-Identifier: Apache-2.0
// Exact sums of very many cells, a few bytes each.
//
//   value of a cell = whole + fixed · 2^base + rest
//
// `whole` is an integer, of 32 bits as long as all cells lie within 0 … 2^32 − 1 and of 64 from
// then on, `fixed` one of 128 whose base all cells share, `rest` an exact sum; each is there only
// if some cell needs it. A table of counts costs 4 bytes a cell, one of TF-IDF values 16. Two
// tables are equal if their values are, however they came about, and tables of one shape form a
// group under += and −=.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tally/base/big_vector.h"
#include "tally/sums/exact_sum.h"

namespace tally {

/// Const functions may be called by several threads at once. Cells are numbered class · columns +
/// column.
class CellSums {
 public:
  CellSums(std::int64_t classes, std::int64_t columns) : classes_(classes), columns_(columns) {}

  std::int64_t classes() const { return classes_; }
  std::int64_t columns() const { return columns_; }
  std::size_t cells() const { return static_cast<std::size_t>(classes_ * columns_); }

  /// The exact sum of a cell.
  ExactSum at(std::int64_t klass, std::int64_t column) const {
    return cell(static_cast<std::size_t>(klass * columns_ + column));
  }
  ExactSum cell(std::size_t cell) const;

  void add(std::size_t cell, std::int64_t amount);
  bool has_whole() const { return !narrow_.empty() || !wide_.empty(); }
  /// Takes an amount for every cell over as it lies. REQUIRES: !has_whole().
  void take_whole(BigVector<std::uint32_t> amounts) { narrow_ = std::move(amounts); }
  /// Adds an amount to each cell from `first` on, unless one of them is large or negative, or would
  /// be: false, and nothing is changed. Several threads may do so at once, each with cells of its
  /// own. REQUIRES: has_whole().
  bool add_if_small(std::size_t first, std::span<const std::uint32_t> amounts);
  void make_room_for_whole();
  /// Adds amount · 2^exponent. REQUIRES: amount > −2^127, and what ExactSum::add_scaled asks.
  void add_fixed(std::size_t cell, int128 amount, std::int32_t exponent);
  void add(std::size_t cell, const ExactSum& sum);

  /// Class k becomes class place[k] of `classes`; what is new is zero. REQUIRES: the places differ
  /// and lie below `classes`.
  void spread_classes(std::int64_t classes, const std::vector<std::int64_t>& place);

  /// REQUIRES: both have the same shape.
  CellSums& operator+=(const CellSums& other);
  CellSums& operator-=(const CellSums& other);
  friend bool operator==(const CellSums& a, const CellSums& b);

  bool has_negative() const;
  /// Each sum rounded to the nearest double. REQUIRES: `out` has a place for every cell.
  void round_to(double* out) const;

  /// Appends the sums as `append_sums` does; reads them from the front of `bytes`, and throws Error
  /// (kData) if they are not there.
  void append_to(std::string& bytes) const;
  static CellSums take(std::int64_t classes, std::int64_t columns, std::string_view& bytes);

 private:
  void combine(const CellSums& other, int sign);
  bool has_rest(std::size_t cell) const { return !rest_.empty() && rest_.count(cell) != 0; }
  bool fixed_value(std::size_t cell, int128& value) const;
  std::int64_t whole(std::size_t cell) const {
    if (!narrow_.empty()) return std::int64_t{narrow_[cell]};
    return wide_.empty() ? 0 : wide_[cell];
  }
  void widen();

  std::int64_t classes_, columns_;
  BigVector<std::uint32_t> narrow_;  // this or
  BigVector<std::int64_t> wide_;     // that, or neither
  BigVector<int128> fixed_;
  std::int32_t fixed_base_ = 0;
  std::unordered_map<std::size_t, ExactSum> rest_;
};

}  // namespace tally
