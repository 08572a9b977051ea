// SPDX-License-Identifier: Apache-2.0
// Counts of codes by class: what a categorical model over a matrix of codes 0, 1, 2 … counts.
//
//   CategoryTable table(2, 20);                     // classes, columns
//   table.add(matrix, classes, {}, threads);        // a column is as wide as its largest code asks
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

class CodeCounts;

/// Const functions may be called by several threads at once.
class CategoryTable {
 public:
  CategoryTable(std::int64_t classes, std::int64_t columns);

  std::int64_t classes() const { return missing_.classes(); }
  std::int64_t columns() const { return missing_.columns(); }

  /// Counts rows; a number counts as its whole part, NaN is missing. The class of a row that does
  /// not count is −1, but its codes are known from then on. Throws Error (kUsage) for a negative
  /// code, kData for an infinite one, and what `classes` throws; nothing is counted then. REQUIRES:
  /// as many classes (and weights, if any) as rows, weights finite and >= 0, threads >= 1.
  void add(const Matrix& matrix, const RowClasses& classes, std::span<const double> weights,
           int threads);
  void add(const Matrix& matrix, std::span<const std::int32_t> classes,
           std::span<const double> weights, int threads) {
    add(matrix, KnownClasses(classes), weights, threads);
  }
  /// Declares the codes below `width`: they stay when their rows go.
  void declare(std::int64_t column, std::int64_t width);

  /// REQUIRES: as many classes and columns here and there.
  void merge(const CategoryTable& other);
  /// Columns become as wide as what is left asks. Throws Error (kData) and changes nothing if a
  /// count would become negative.
  void subtract(const CategoryTable& other);
  /// Class k becomes class place[k] of `classes`. REQUIRES: the places differ.
  void spread_classes(std::int64_t classes, const std::vector<std::int64_t>& place);

  const std::vector<ExactSum>& class_weights() const { return weights_; }
  const SumGrid& counts(std::int64_t column) const {
    return counts_[static_cast<std::size_t>(column)];
  }

  /// A function of the counts alone, and back; throws Error (kData) for anything else.
  std::string to_bytes() const;
  static CategoryTable from_bytes(std::string_view bytes);
  friend bool operator==(const CategoryTable&, const CategoryTable&) = default;

 private:
  // The rows [begin, end) of the matrix, with the classes and weights of these.
  void count(const Matrix& matrix, std::int64_t begin, std::int64_t end,
             std::span<const std::int32_t> classes, std::span<const double> weights);
  void count_cells(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                   std::span<const std::int32_t> classes, std::span<const double> weights,
                   CodeCounts& counts);
  void add(const CodeCounts& counts);
  void widen(std::int64_t column, std::int64_t width);

  std::vector<ExactSum> weights_;       // by class
  std::vector<SumGrid> counts_;         // by column: [class][code]
  SumGrid missing_;                     // [class][column]
  std::vector<std::int64_t> declared_;  // by column: how many codes
};

}  // namespace tally
