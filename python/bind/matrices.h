// SPDX-License-Identifier: Apache-2.0
// A matrix from Python: an array of two dimensions, or the three arrays of a sparse matrix.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <memory>
#include <variant>

#include "buffers.h"

namespace tally::bind {

/// Holds the arrays; made and destroyed with the GIL held.
class AnyMatrix {
 public:
  /// `matrix` is an array, or a tuple (shape, starts, indices, values, by_column) of a sparse
  /// matrix. Throws std::invalid_argument for anything else, Error (kData) for a sparse matrix
  /// whose lines start outside of its entries.
  explicit AnyMatrix(const nanobind::handle& matrix);

  std::int64_t rows() const;
  std::int64_t columns() const;
  template <class F>
  void visit(F&& f) const {
    std::visit(f, matrix_);
  }
  /// Throws std::invalid_argument if the matrix is sparse.
  const Matrix& dense() const;

 private:
  std::unique_ptr<Buffer> dense_, starts_, indices_, values_;
  std::variant<Matrix, SparseMatrix> matrix_;
};

}  // namespace tally::bind
