// SPDX-License-Identifier: Apache-2.0
#include "matrices.h"

namespace tally::bind {

namespace nb = nanobind;

AnyMatrix::AnyMatrix(const nb::handle& matrix) {
  if (!nb::isinstance<nb::tuple>(matrix)) {
    dense_ = std::make_unique<Buffer>(matrix.ptr(), 2);
    matrix_ = dense_->matrix();
    return;
  }
  const auto parts = nb::borrow<nb::tuple>(matrix);
  if (parts.size() != 5) refuse_array("the parts of a sparse matrix");
  starts_ = std::make_unique<Buffer>(nb::handle(parts[1]).ptr(), 1);
  indices_ = std::make_unique<Buffer>(nb::handle(parts[2]).ptr(), 1);
  values_ = std::make_unique<Buffer>(nb::handle(parts[3]).ptr(), 1);
  SparseMatrix sparse;
  const auto shape = nb::cast<std::pair<std::int64_t, std::int64_t>>(parts[0]);
  sparse.rows = shape.first;
  sparse.columns = shape.second;
  sparse.by_column = nb::cast<bool>(parts[4]);
  const auto is_index = [](const Buffer& buffer) {
    return (buffer.type() == NumberType::kInt32 && buffer.stride(0) == 4) ||
           (buffer.type() == NumberType::kInt64 && buffer.stride(0) == 8);
  };
  if (!is_index(*starts_) || !is_index(*indices_)) refuse_array("indices of 32 or 64 bits");
  if (starts_->length(0) != sparse.lines() + 1 || indices_->length(0) != values_->length(0)) {
    refuse_array("as many starts, indices and values as a sparse matrix has");
  }
  sparse.starts = starts_->data();
  sparse.starts_type = starts_->type();
  sparse.indices = indices_->data();
  sparse.indices_type = indices_->type();
  sparse.values = values_->data();
  sparse.values_type = values_->type();
  sparse.entries = values_->length(0);
  check_starts(sparse);
  matrix_ = sparse;
}

std::int64_t AnyMatrix::rows() const {
  return std::visit([](const auto& matrix) { return matrix.rows; }, matrix_);
}

std::int64_t AnyMatrix::columns() const {
  return std::visit([](const auto& matrix) { return matrix.columns; }, matrix_);
}

const Matrix& AnyMatrix::dense() const {
  if (const auto* matrix = std::get_if<Matrix>(&matrix_)) return *matrix;
  refuse_array("a dense matrix");
}

}  // namespace tally::bind
