// SPDX-License-Identifier: Apache-2.0
// Counts of a matrix by class: the tallies of all its columns, which are of one kind, side by side.
//
//   BlockCounts counts(BlockCells::kNumbers, 2, 20);        // classes, columns
//   counts.add(matrix, classes, {}, {}, threads);           // any number of times
//   BlockTallies(Family::kGaussian, names).counts_of(counts, schema, labels);    // the same sums as tallies
//
// A tally for each column would take more memory than its sums where there are 100,000 columns.
// Sums are exact, so blocks can be added and subtracted exactly, and the number of threads changes
// nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/batch/matrix.h"
#include "tally/count/block/cell_rule.h"
#include "tally/count/block/row_classes.h"
#include "tally/sums/sum_grid.h"

namespace tally {

class CodeCounts;

/// What the cells of a block are, and so what is summed up by class.
enum class BlockCells : std::uint8_t {
  kNumbers,  ///< gaussian: Σ w x and Σ w x² of each column
  kAmounts,  ///< multinomial, bernoulli: Σ w x of each column
  kCodes,    ///< categorical: Σ w of each code 0, 1, 2 … of each column
};

/// Const functions may be called by several threads at once.
class BlockCounts {
 public:
  BlockCounts(BlockCells cells, std::int64_t classes, std::int64_t columns);

  BlockCells cells() const { return cells_; }
  std::int64_t classes() const { return missing_.classes(); }
  std::int64_t columns() const { return missing_.columns(); }

  /// Counts rows; the class of a row that does not count is −1. Without weights every row weighs 1.
  /// NaN is missing. A code is the whole part of a number; those of rows that do not count are known from
  /// then on. Throws Error (kData) for an infinite number, a code from 2^31 on, or an index that leads outside
  /// of a sparse matrix, kUsage for a negative code or, unless the rule allows it, amount, and what
  /// `classes` throws; nothing is counted then. REQUIRES: as many classes (and weights, if any) as rows,
  /// weights finite and >= 0, threads >= 1; of a sparse matrix the starts that check_starts asks, and
  /// that the cells are amounts.
  void add(const Matrix& matrix, const RowClasses& classes, std::span<const double> weights,
           const CellRule& rule, int threads);
  void add(const SparseMatrix& matrix, const RowClasses& classes, std::span<const double> weights,
           const CellRule& rule, int threads);
  template <class AnyMatrix>
  void add(const AnyMatrix& matrix, std::span<const std::int32_t> classes,
           std::span<const double> weights, const CellRule& rule, int threads) {
    add(matrix, KnownClasses(classes), weights, rule, threads);
  }
  /// Declares the codes below `width`: they stay when their rows go. REQUIRES: the cells are codes.
  void declare(std::int64_t column, std::int64_t width);

  /// REQUIRES: both have the same cells, classes and columns.
  void merge(const BlockCounts& other);
  /// Columns of codes become as wide as what is left asks. Throws Error (kData) and changes nothing if what
  /// would be left cannot come from any rows.
  void subtract(const BlockCounts& other);
  /// Class k becomes class place[k] of `classes`. REQUIRES: the places differ.
  void spread_classes(std::int64_t classes, const std::vector<std::int64_t>& place);

  const std::vector<ExactSum>& class_weights() const { return weights_; }
  /// Σ w of the rows whose cell is missing, by class and column.
  const SumGrid& missing() const { return missing_; }
  bool has_missing() const;
  /// Σ w of those whose cell is not.
  ExactSum rows_with_value(std::int64_t klass, std::int64_t column) const;
  /// Numbers: Σ w x, then Σ w x², by class and column; amounts: Σ w x; codes: for each column Σ w by class
  /// and code.
  const std::vector<SumGrid>& sums() const { return sums_; }
  /// Of codes: how many each column has at least.
  const std::vector<std::int64_t>& declared() const { return declared_; }
  /// The same rows as one class.
  BlockCounts as_one_class() const;
  /// Of numbers: the same with each row weighing 1.
  BlockCounts unweighted() const { return has_weights() ? unweighted_.front() : as_one_class(); }
  bool has_weights() const { return !unweighted_.empty(); }

  /// A function of the counts alone, and back; throws Error (kData) for anything else.
  std::string to_bytes() const;
  static BlockCounts from_bytes(BlockCells cells, std::string_view bytes);
  friend bool operator==(const BlockCounts& a, const BlockCounts& b);

  friend class BlockTallies;  // block_tallies.h

 private:
  struct Part;
  using Rows = std::span<const std::int32_t>;

  // The rows [begin, end) of the matrix, with the classes and weights of these.
  void count_numbers(const Matrix& matrix, std::int64_t begin, std::int64_t end, Rows classes,
                     std::span<const double> weights);
  void count_weighted(const Matrix& matrix, std::int64_t begin, std::int64_t end, Rows classes,
                      std::span<const double> weights);
  void count_codes(const Matrix& matrix, std::int64_t begin, std::int64_t end, Rows classes,
                   std::span<const double> weights);
  void count_cells(const Matrix& matrix, std::int64_t begin, std::int64_t end, Rows classes,
                   std::span<const double> weights, CodeCounts& counts);
  void count_amounts(const Matrix& matrix, const RowClasses& classes,
                     std::span<const double> weights, const CellRule& rule, int threads);
  void take(std::vector<Part> parts, int threads);

  using GridOperation = SumGrid& (SumGrid::*)(const SumGrid&);
  using SumOperation = ExactSum& (ExactSum::*)(const ExactSum&);
  void combine(const BlockCounts& other, GridOperation on_grids, SumOperation on_sums);
  bool is_possible() const;
  bool has_negative_sum() const;
  void widen(std::int64_t column, std::int64_t width);
  void append_amounts(std::string& bytes) const;
  void take_numbers(std::string_view& bytes);
  void take_amounts(std::string_view& bytes);
  void take_codes(std::string_view& bytes);

  BlockCells cells_;
  std::vector<ExactSum> weights_;  // by class
  SumGrid missing_;
  std::vector<SumGrid> sums_;
  std::vector<std::int64_t> declared_;   // of codes, by column
  std::vector<BlockCounts> unweighted_;  // of numbers: none if every weight was 1
};

}  // namespace tally
