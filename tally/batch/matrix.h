// SPDX-License-Identifier: Apache-2.0
// Many number columns at once: a matrix, dense or sparse, where it lies.
//
// A *matrix* is a view over numbers of one type with any strides: a numpy array in either order, a
// slice of one, a transposed one. A *sparse matrix* holds its entries row by row (CSR) or column by
// column (CSC). A NaN is missing; an entry that is not stored is zero.
//
// Views: the memory belongs to somebody else, and may be read by several threads at once.
#pragma once

#include <cstdint>

#include "tally/batch/column.h"

namespace tally {

struct Matrix {
  const void* data = nullptr;
  NumberType type = NumberType::kFloat64;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t row_stride = 0;     ///< bytes from a row to the next; may be negative
  std::int64_t column_stride = 0;  ///< bytes from a column to the next; may be negative

  /// Whether every row is a run of doubles.
  bool has_rows_of_doubles() const {
    return type == NumberType::kFloat64 && (column_stride == 8 || columns <= 1) &&
           row_stride % 8 == 0 && reinterpret_cast<std::uintptr_t>(data) % 8 == 0;
  }
  const double* row_of_doubles(std::int64_t row) const {
    return reinterpret_cast<const double*>(static_cast<const char*>(data) + row * row_stride);
  }

  /// Part of a matrix.
  struct Tile {
    std::int64_t row = 0, rows = 0;
    std::int64_t column = 0, columns = 0;
  };
  /// Copies a tile as doubles: cell (r, c) of the tile goes to out[r · row_step + c · column_step].
  void copy(const Tile& tile, double* out, std::int64_t row_step, std::int64_t column_step) const;
  /// Asks the memory for a tile whose rows are runs, so that it is there when it is copied.
  void prefetch(const Tile& tile) const;
};

struct SparseMatrix {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  bool by_column = false;  ///< CSC; else CSR
  // Line i (a row, or a column of a CSC) has the entries starts[i] … starts[i + 1] − 1. The types
  // are those of numpy's index arrays: kInt32 or kInt64.
  const void* starts = nullptr;
  NumberType starts_type = NumberType::kInt32;
  const void* indices = nullptr;
  NumberType indices_type = NumberType::kInt32;
  const void* values = nullptr;
  NumberType values_type = NumberType::kFloat64;
  std::int64_t entries = 0;  ///< how many indices and values there are

  std::int64_t lines() const { return by_column ? columns : rows; }
  std::int64_t start(std::int64_t line) const {
    return starts_type == NumberType::kInt32 ? internal::load<std::int32_t>(starts, line * 4)
                                             : internal::load<std::int64_t>(starts, line * 8);
  }
  /// Asks the memory for entries that come some kilobytes after [from, to): for a reader of line
  /// after line, whose three streams go too much by fits for the hardware to foresee.
  void prefetch_after(std::int64_t from, std::int64_t to) const;
};

/// Throws Error (kData) unless the starts of the lines ascend within the entries: what must hold
/// before a kernel may follow them. (index_check.h has what must hold of the indices.)
void check_starts(const SparseMatrix& matrix);

}  // namespace tally
