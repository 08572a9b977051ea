// SPDX-License-Identifier: Apache-2.0
// The moments of many number columns by class: what a gaussian model over a matrix counts.
//
//   MomentTable table(2, 20);                       // classes, columns
//   table.add(matrix, classes, {}, threads);        // any number of times
//   table.variances(out);                           // rounded once, when asked
//
// Sums are exact, so tables form a group, and the number of threads changes nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch/matrix.h"
#include "tally/count/block/row_classes.h"
#include "tally/sums/sum_grid.h"

namespace tally {

/// Const functions may be called by several threads at once.
class MomentTable {
 public:
  MomentTable(std::int64_t classes, std::int64_t columns);

  std::int64_t classes() const { return sum_.classes(); }
  std::int64_t columns() const { return sum_.columns(); }

  /// Counts rows; the class of a row that does not count is −1. Without weights every row weighs 1.
  /// NaN is missing. Throws Error (kData) for an infinite number, with the row, and what `classes`
  /// throws; nothing is counted then. REQUIRES: as many classes (and weights, if any) as rows,
  /// weights finite and >= 0, threads >= 1.
  void add(const Matrix& matrix, const RowClasses& classes, std::span<const double> weights,
           int threads);
  void add(const Matrix& matrix, std::span<const std::int32_t> classes,
           std::span<const double> weights, int threads) {
    add(matrix, KnownClasses(classes), weights, threads);
  }

  /// REQUIRES: both have the same shape.
  void merge(const MomentTable& other);
  /// Throws Error (kData) and changes nothing if what would be left cannot come from any rows.
  void subtract(const MomentTable& other);

  /// Class k becomes class place[k] of `classes`. REQUIRES: the places differ.
  void spread_classes(std::int64_t classes, const std::vector<std::int64_t>& place);

  const std::vector<ExactSum>& class_weights() const { return weights_; }
  /// Mean and population variance by class and column; 0 where a class has no value.
  /// REQUIRES: each has a place for classes · columns.
  void round_to(double* mean, double* variance) const;
  /// Whether a class has a value, by class and column. REQUIRES: a place for classes · columns.
  void has_value(bool* out) const;
  /// The variance of each column over all rows, each row weighing 1. REQUIRES: a place per column.
  void overall_variances(double* variance) const;

  /// A function of the counts alone, and back; throws Error (kData) for anything else.
  std::string to_bytes() const;
  static MomentTable from_bytes(std::string_view bytes);
  friend bool operator==(const MomentTable&, const MomentTable&) = default;

 private:
  /// Sums over all classes that do not look at weights.
  struct Unweighted {
    bool kept = false;  // else every weight was 1, and the sums by class say the same
    std::vector<ExactSum> rows, sum, square;  // by column
    friend bool operator==(const Unweighted&, const Unweighted&) = default;
  };

  // The rows [begin, end) of the matrix, with the classes and weights of these.
  void count(const Matrix& matrix, std::int64_t begin, std::int64_t end,
             std::span<const std::int32_t> classes, std::span<const double> weights);
  void count_weighted(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                      std::span<const std::int32_t> classes, std::span<const double> weights);
  ExactSum weight_of(std::int64_t klass, std::int64_t column) const;
  Unweighted unweighted() const;  // made from the sums by class if it is not kept

  std::vector<ExactSum> weights_;  // by class
  SumGrid sum_, square_, missing_;
  Unweighted unweighted_;
};

}  // namespace tally
