// SPDX-License-Identifier: Apache-2.0
// Counts of many columns by class: what a multinomial or bernoulli model over a matrix counts.
//
//   CountTable table(2, 100000);                        // classes, columns
//   table.add(sparse_matrix, classes, {}, {}, threads);
//   table.sums().round_to(out);                         // Σ w x by class and column
//
// Sums are exact, whatever the values: small whole numbers are added up in integers, others in two
// doubles each that hold them without rounding, and what fits neither one by one (count_piece.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch/matrix.h"
#include "tally/count/block/row_classes.h"
#include "tally/sums/sum_grid.h"

namespace tally {

/// What a cell of the matrix counts as.
struct CellRule {
  std::optional<double> threshold;  ///< bernoulli: 1 if above, else 0; none: as it is
  bool may_be_negative = false;     ///< else a negative number is an error
};

/// Const functions may be called by several threads at once.
class CountTable {
 public:
  CountTable(std::int64_t classes, std::int64_t columns)
      : weights_(static_cast<std::size_t>(classes)), sums_(classes, columns) {}

  std::int64_t classes() const { return sums_.classes(); }
  std::int64_t columns() const { return sums_.columns(); }

  /// Counts rows; the class of a row that does not count is −1. Without weights every row weighs 1.
  /// NaN is missing. Throws Error (kData) for an infinite number or an index that leads outside of
  /// a sparse matrix, unless the rule allows it kUsage for a negative number, and what `classes`
  /// throws; nothing is counted then. REQUIRES: as many classes (and weights, if any) as rows,
  /// weights finite and >= 0, the starts of a sparse matrix as check_starts asks, threads >= 1.
  void add(const Matrix& matrix, const RowClasses& classes, std::span<const double> weights,
           const CellRule& rule, int threads);
  void add(const SparseMatrix& matrix, const RowClasses& classes, std::span<const double> weights,
           const CellRule& rule, int threads);
  template <class AnyMatrix>
  void add(const AnyMatrix& matrix, std::span<const std::int32_t> classes,
           std::span<const double> weights, const CellRule& rule, int threads) {
    add(matrix, KnownClasses(classes), weights, rule, threads);
  }

  /// REQUIRES: both have the same shape.
  void merge(const CountTable& other);
  /// Throws Error (kData) and changes nothing if a count would become negative that was not.
  void subtract(const CountTable& other);
  /// Class k becomes class place[k] of `classes`. REQUIRES: the places differ.
  void spread_classes(std::int64_t classes, const std::vector<std::int64_t>& place);

  const std::vector<ExactSum>& class_weights() const { return weights_; }
  const SumGrid& sums() const { return sums_; }
  /// Σ w of the rows whose cell is missing, by class · columns + column; zeros are left out.
  const std::map<std::int64_t, ExactSum>& missing() const { return missing_; }

  /// A function of the counts alone, and back; throws Error (kData) for anything else.
  std::string to_bytes() const;
  static CountTable from_bytes(std::string_view bytes);
  friend bool operator==(const CountTable&, const CountTable&) = default;

 private:
  struct Part;
  void take(std::vector<Part> parts, int threads);

  std::vector<ExactSum> weights_;  // by class
  SumGrid sums_;
  std::map<std::int64_t, ExactSum> missing_;
};

}  // namespace tally
