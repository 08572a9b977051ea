// SPDX-License-Identifier: Apache-2.0
// Some rows of a matrix on their way into a block of amounts.
//
//   whole numbers up to 2^20   added up in 32-bit integers, as long as these hold them
//   other numbers              cut into two doubles that add up without rounding (row_slices.h)
//   all else                   in exact sums of their own
//
// 4 and 16 bytes a cell, each only if there are such numbers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "tally/base/big_vector.h"
#include "tally/base/error.h"
#include "tally/batch/index_check.h"
#include "tally/batch/matrix.h"
#include "tally/count/block/cell_rule.h"
#include "tally/sums/row_slices.h"
#include "tally/sums/sum_grid.h"

namespace tally {

/// Throws Error (kData) unless every index is at least 0 and below `width`.
template <class Index>
void check_within(const Index* indices, std::int64_t count, std::int64_t width) {
  if (lie_within(indices, count, width)) return;
  throw Error(ErrorKind::kData, "the sparse matrix is not sound: an index lies outside of it");
}

/// One thread at a time.
class CountPiece {
 public:
  CountPiece(std::int64_t classes, std::int64_t columns, const CellRule& rule);

  /// Copies made from now on have their whole numbers in common: several threads may count at once,
  /// each with a copy and classes of its own. REQUIRES: nothing was counted.
  void share_small() { shared_ = std::make_shared<Shared>(emptied_.classes(), columns_); }

  /// Counts the rows [begin, end) with their classes and, if they have any, weights; or of a CSC
  /// matrix the columns [begin, end), with those of all rows. Throws as BlockCounts::add.
  void count(const Matrix& matrix, std::int64_t begin, std::int64_t end,
             std::span<const std::int32_t> classes, std::span<const double> weights);
  void count(const SparseMatrix& matrix, std::int64_t begin, std::int64_t end,
             std::span<const std::int32_t> classes, std::span<const double> weights);

  /// The same for rows of a CSR matrix of which many do not count: the others are asked for early.
  void count_some(const SparseMatrix& matrix, std::int64_t begin, std::int64_t end,
                  std::span<const std::int32_t> classes, std::span<const double> weights);

  /// Whether there were whole numbers.
  bool has_small() const { return small_ != nullptr; }
  /// Hands the whole numbers over to sums that have none yet: what move_into would do, at no cost.
  void hand_small_over(SumGrid& sums);
  /// Adds the whole numbers of the classes [begin, end), where none has grown large, and forgets
  /// them: a part of move_into that several threads may do at once, each for classes of its own.
  /// REQUIRES: sums.has_whole().
  void move_small_into(SumGrid& sums, std::int64_t begin, std::int64_t end);
  /// Adds what was counted, and forgets it.
  void move_into(SumGrid& sums, std::map<std::int64_t, ExactSum>& missing);

 private:
  // Whole numbers, in integers of 32 bits.
  struct Shared {
    Shared(std::int64_t classes, std::int64_t columns) : sums(classes, columns) {}
    std::once_flag made;
    SumGrid sums;
  };

  template <class Value, class Index>
  void count_entries(const SparseMatrix& matrix, std::int64_t begin, std::int64_t end,
                     std::span<const std::int32_t> classes, std::span<const double> weights);
  template <class Value, class Index>
  void count_listed(const SparseMatrix& matrix, std::int64_t begin,
                    std::span<const std::int32_t> classes, std::span<const double> weights);
  template <class Value, class Index>
  void count_line(const SparseMatrix& matrix, std::int64_t from, std::int64_t to,
                  std::int32_t klass, double weight);
  // `indices` says where the values of a row belong; `times`: how often it may name a column.
  template <class Indices>
  void count_row(std::int32_t klass, const double* values, Indices indices, std::int64_t count,
                 double weight);
  template <class Indices>
  bool add_small_row(std::int32_t klass, const double* values, Indices indices, std::int64_t count,
                     std::int64_t times);
  template <class Indices>
  bool add_sliced_row(std::int32_t klass, const double* values, Indices indices, std::int64_t count,
                      std::int64_t times);
  template <class Index>
  void prefetch(std::int32_t klass, const Index* indices, std::int64_t count) const;
  void add_cell(std::int32_t klass, std::size_t column, double x, double weight);
  double ruled(double x) const;
  void add_real(std::int32_t klass, std::size_t column, double x, double size);

  // The whole numbers of a class, with room for `most` more in any cell.
  std::uint32_t* small_cells(std::int32_t klass, std::uint64_t most);
  // The slices of a class, with room for `times` more in any cell. size() says how large the
  // numbers are, if a range must be chosen.
  template <class Size>
  double* sliced_cells(std::int32_t klass, std::int64_t times, Size&& size);
  void empty_slices(std::size_t klass, SumGrid& to);

  std::int64_t columns_;
  CellRule rule_;
  std::shared_ptr<Shared> shared_;
  SumGrid* small_ = nullptr;          // what is shared, once there were whole numbers
  BigVector<double> slices_;          // [class][column][a, b]
  std::vector<std::int64_t> sliced_;  // by class: no cell has more slices
  std::optional<SliceRange> range_;
  std::int64_t cut_ = 0, not_cut_ = 0, next_range_ = 1 << 10;
  std::unordered_map<std::size_t, ExactSum> rest_, missing_;
  SumGrid emptied_;
  std::vector<std::int64_t> listed_;     // rows that count
  std::vector<std::uint32_t> integers_;  // of a row
  std::vector<double> doubles_, pairs_;  // of a row
};

}  // namespace tally
