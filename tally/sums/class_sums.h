// SPDX-License-Identifier: Apache-2.0
// A table of exact sums: a row for each class, a column for each feature, category or term.
//
//   ClassSums counts(2, 1000);
//   counts.at(1, 17).add(3.0);
//   counts.doubles();              // rounded, row by row
//
// Tables of one shape form a group under += and −=, bit for bit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/sums/exact_sum.h"

namespace tally {

/// Const functions may be called by several threads at once.
class ClassSums {
 public:
  ClassSums() = default;
  ClassSums(std::int64_t classes, std::int64_t columns)
      : classes_(classes), columns_(columns), cells_(static_cast<std::size_t>(classes * columns)) {}

  std::int64_t classes() const { return classes_; }
  std::int64_t columns() const { return columns_; }

  ExactSum& at(std::int64_t klass, std::int64_t column) {
    return cells_[static_cast<std::size_t>(klass * columns_ + column)];
  }
  const ExactSum& at(std::int64_t klass, std::int64_t column) const {
    return cells_[static_cast<std::size_t>(klass * columns_ + column)];
  }
  std::vector<ExactSum>& cells() { return cells_; }  ///< [class · columns + column]
  const std::vector<ExactSum>& cells() const { return cells_; }

  /// Gives the table another shape. Class k becomes class place[k]; what is new is zero. REQUIRES:
  /// columns >= columns(), the places differ and lie below `classes`.
  void reshape(std::int64_t classes, std::int64_t columns, const std::vector<std::int64_t>& place);

  /// REQUIRES: both have the same shape.
  ClassSums& operator+=(const ClassSums& other);
  ClassSums& operator-=(const ClassSums& other);
  friend bool operator==(const ClassSums&, const ClassSums&) = default;

  bool has_negative() const;
  /// Each sum rounded to the nearest double. REQUIRES: `out` has a place for every cell.
  void round_to(double* out) const;
  /// The sum of each column over all classes.
  std::vector<ExactSum> column_totals() const;

 private:
  std::int64_t classes_ = 0;
  std::int64_t columns_ = 0;
  std::vector<ExactSum> cells_;
};

/// Adds the weight of each row, 1 without weights, to that of its class; −1 is no class. REQUIRES:
/// as many weights, if any, as rows.
void add_class_weights(std::span<const std::int32_t> classes, std::span<const double> weights,
                       std::vector<ExactSum>& to);

/// Exact sums as bytes and back: a function of their values alone. `take_sums` reads `count` sums
/// from the front of `bytes`; it throws Error (kData) if they are not there.
void append_sums(const std::vector<ExactSum>& sums, std::string& bytes);
std::vector<ExactSum> take_sums(std::size_t count, std::string_view& bytes);

}  // namespace tally
