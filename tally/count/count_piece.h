// Some rows of a matrix on their way into a CountTable.
//
//   whole numbers up to 2^20   added up in doubles, which hold 2^33 of them
//   other numbers              in 128-bit fixed point: m · 2^e goes to m << (e − base), for 48 bits
//                              of difference; 2^26 of them have room
//   all else                   in exact sums of their own
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "tally/count/count_table.h"

namespace tally {

/// One thread at a time.
class CountPiece {
 public:
  CountPiece(std::int64_t classes, std::int64_t columns, const CellRule& rule)
      : columns_(columns), rule_(rule), whole_(static_cast<std::size_t>(classes * columns)) {}

  /// Counts the rows, or of a CSC matrix the columns, [begin, end). Throws as CountTable::add.
  void count(const Matrix& matrix, std::int64_t begin, std::int64_t end,
             std::span<const std::int32_t> classes, std::span<const double> weights);
  void count(const SparseMatrix& matrix, std::int64_t begin, std::int64_t end,
             std::span<const std::int32_t> classes, std::span<const double> weights);

  /// Adds what was counted.
  void move_into(ClassSums& sums, std::map<std::int64_t, ExactSum>& missing);

 private:
  template <class Value, class Index>
  void count_entries(const SparseMatrix& matrix, std::int64_t begin, std::int64_t end,
                     std::span<const std::int32_t> classes, std::span<const double> weights);
  void add_cell(std::size_t cell, double x);
  void add_weighted_cell(std::size_t cell, double x, double weight);
  double ruled(double x) const;
  void add_fixed(std::size_t cell, double x);
  void empty_fixed();

  std::int64_t columns_;
  CellRule rule_;
  std::vector<double> whole_;
  std::vector<int128> fixed_;  // empty until a number is not whole
  int fixed_base_ = 0;         // its unit is 2^fixed_base_
  std::int64_t fixed_added_ = 0;
  std::unordered_map<std::size_t, ExactSum> rest_, missing_;
};

}  // namespace tally
