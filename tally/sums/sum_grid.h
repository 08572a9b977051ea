// SPDX-License-Identifier: Apache-2.0
// A table of exact sums: a row for each class, a column for each feature, category or term.
//
//   SumGrid sums(2, 1000);
//   sums.adder(1, 17).add(0.5);                                          // any number
//   sums.make_small();
//   if (std::uint32_t* counts = sums.small_for(1, 3)) counts[17] += 3;   // in loops
//   sums.at(1, 17)                                                       // 3.5
//
//   value of a cell = small + fixed · 2^base + rest
//
// `small` is an integer of 32 bits, `fixed` one of 128 whose base all cells share, `rest` an exact
// sum; each is there only if some cell needs it. A table of counts costs 4 bytes a cell, one of
// TF-IDF values 16. Two tables are equal if their values are, however they came about, and tables
// of one shape form a group under += and −=.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tally/base/big_vector.h"
#include "tally/sums.h"
#include "tally/sums/small_room.h"
#include "tally/sums/sparse_sums.h"

namespace tally {

/// Const functions may be called by several threads at once. Cells are numbered class · columns +
/// column.
class SumGrid {
 public:
  SumGrid() = default;
  SumGrid(std::int64_t classes, std::int64_t columns) : classes_(classes), columns_(columns) {}

  std::int64_t classes() const { return classes_; }
  std::int64_t columns() const { return columns_; }
  std::size_t cells() const { return static_cast<std::size_t>(classes_ * columns_); }

  /// The exact sum of a cell.
  ExactSum at(std::int64_t klass, std::int64_t column) const {
    return cell(static_cast<std::size_t>(klass * columns_ + column));
  }
  ExactSum cell(std::size_t cell) const;
  /// The same without a copy where none is needed: it lies here or in `room`.
  const ExactSum& value(std::size_t cell, ExactSum& room) const;

  /// For any change: what is added to this is added to the cell.
  ExactSum& adder(std::int64_t klass, std::int64_t column) {
    return rest_.made(static_cast<std::size_t>(klass * columns_ + column));
  }
  void add(std::size_t cell, std::int64_t amount);
  void add(std::size_t cell, const ExactSum& sum);
  /// Adds amount · 2^exponent. REQUIRES: amount > −2^127, and what ExactSum::add_scaled asks.
  void add_fixed(std::size_t cell, int128 amount, std::int32_t exponent);

  // The small integers, for loops. Several threads may use them at once, each those of classes of
  // its own.

  bool has_small() const { return !rooms_.empty(); }
  /// Makes them if they are not there. One thread alone.
  void make_small();
  /// Those of a class, for a caller who adds no more than `more` to any of them; null if they might
  /// not hold that. REQUIRES: has_small().
  std::uint32_t* small_for(std::int64_t klass, std::uint64_t more) {
    if (rooms_[static_cast<std::size_t>(klass)].make(more) || look_for_room(klass, more)) {
      return small_.data() + klass * columns_;
    }
    return nullptr;
  }
  /// REQUIRES: has_small().
  const std::uint32_t* small(std::int64_t klass) const { return small_.data() + klass * columns_; }
  /// None of the class is larger.
  std::uint64_t most_small(std::int64_t klass) const {
    return has_small() ? rooms_[static_cast<std::size_t>(klass)].most() : 0;
  }
  /// Takes those of all classes over as they lie, if there are none here; else nothing is done.
  /// REQUIRES, as for all that follow: both have the same shape.
  void take_small(SumGrid& from);
  /// Moves those of a class here, if they have room: whether they had. REQUIRES: has_small().
  bool move_small_if_room(SumGrid& from, std::int64_t klass);
  /// Moves those of a class here, where they may become something else. One thread alone.
  void move_small(SumGrid& from, std::int64_t klass);

  SumGrid& operator+=(const SumGrid& other);
  SumGrid& operator-=(const SumGrid& other);
  friend bool operator==(const SumGrid& a, const SumGrid& b);

  /// Gives the table another shape. Class k becomes class place[k]; what is new is zero. REQUIRES:
  /// columns >= columns(), the places differ and lie below `classes`.
  void reshape(std::int64_t classes, std::int64_t columns, const std::vector<std::int64_t>& place);

  bool has_negative() const;
  /// Whether none but the small integers are there.
  bool is_small() const { return fixed_.empty() && rest_.is_empty(); }
  /// Calls f(class, column, sum) for every sum that is not zero, in the order of the cells.
  template <class F>
  void for_each(F&& f) const {
    const auto call = [&](std::size_t cell, const ExactSum& sum) {
      const auto at = static_cast<std::int64_t>(cell);
      if (!sum.is_zero()) f(at / columns_, at % columns_, sum);
    };
    if (!has_small() && fixed_.empty()) return rest_.for_each(call);
    ExactSum room;
    for (std::size_t cell = 0; cell < cells(); ++cell) call(cell, value(cell, room));
  }
  /// Each sum rounded to the nearest double. REQUIRES: `out` has a place for every cell.
  void round_to(double* out) const;
  /// The sum of each column over all classes, and of each class over all columns.
  std::vector<ExactSum> column_totals() const;
  std::vector<ExactSum> class_totals() const;

  /// Appends the sums as `append_sums` does; reads them from the front of `bytes`, and throws Error
  /// (kData) if they are not there.
  void append_to(std::string& bytes) const;
  static SumGrid take(std::int64_t classes, std::int64_t columns, std::string_view& bytes);

 private:
  // Threads that count different classes do not meet in a line of the cache.
  struct alignas(64) Room : SmallRoom {
    using SmallRoom::SmallRoom;
  };

  bool look_for_room(std::int64_t klass, std::uint64_t more);
  std::uint32_t largest_small(std::int64_t klass) const;
  void clear_small(std::int64_t klass);
  void combine(const SumGrid& other, int sign);
  void add_one_by_one(const SumGrid& other, std::int64_t klass, int sign);
  std::int64_t small_in(std::size_t cell) const { return has_small() ? small_[cell] : 0; }
  bool is_empty() const { return !has_small() && fixed_.empty() && rest_.is_empty(); }
  bool fixed_value(std::size_t cell, int128& value) const;
  std::vector<ExactSum> totals(std::size_t count, std::size_t class_step,
                               std::size_t column_step) const;

  std::int64_t classes_ = 0, columns_ = 0;
  BigVector<std::uint32_t> small_;
  std::vector<Room> rooms_;  // by class, of the small ones; none if there are none
  BigVector<int128> fixed_;
  std::int32_t fixed_base_ = 0;
  SparseSums rest_;
};

}  // namespace tally
