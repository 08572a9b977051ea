// SPDX-License-Identifier: Apache-2.0
// The rule `full` (estimate/full/full_rule.h) at work: what columns say together, added up.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

/// Remembers where dictionary codes were found; not to be shared between threads.
class FullSum {
 public:
  /// Keeps a reference.
  explicit FullSum(const FullTables& tables);

  /// The columns that it reads: those of the grid, then the scaled ones.
  std::vector<ColumnToRead> columns_read() const;

  /// Reads the rows of a batch. Throws Error (kData) with the place of a cell that a column cannot
  /// have.
  void read(const Batch& batch, std::span<const Column* const> columns);
  /// What is said about a row that was read: [feature · K + class], in the order of
  /// FullTables::weights.
  std::span<const double> said_about(std::int64_t row);
  /// Adds to scores[row · K + class] what is said about the rows that were read, by its weight.
  void add(std::span<double> scores);

  /// Of a row that was read: its codes on the grid (JointTables).
  std::span<const std::int32_t> codes_of(std::int64_t row) const;

 private:
  std::size_t grid_columns() const { return tables_.joint ? tables_.joint->columns() : 0; }
  void read_codes(const Batch& batch, const Column& column, std::size_t i);
  void read_scaled(const Batch& batch, const Column& column, std::size_t i);

  const FullTables& tables_;
  std::vector<CodeMap> maps_;        // by grid column
  std::vector<std::int32_t> codes_;  // [row · columns + i]
  std::vector<double> z_;            // [row · scaled + i]
  std::vector<double> said_;
};

/// What the features together say about one row of a batch that has all columns: see
/// FullSum::said_about. Throws as `Inference::infer`.
std::vector<double> said_together(const FullTables& tables, const Batch& batch, std::int64_t row);

}  // namespace tally
