// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/matrix.h"

#include <algorithm>
#include <cstdlib>
#include <type_traits>

#include "tally/base/prefetch.h"

namespace tally {

namespace {

constexpr std::int64_t kCacheLine = 64;

template <class T>
void copy_as(const Matrix& matrix, const Matrix::Tile& tile, double* out, std::int64_t row_step,
             std::int64_t column_step) {
  const char* first = static_cast<const char*>(matrix.data) + tile.row * matrix.row_stride +
                      tile.column * matrix.column_stride;
  // The inner loop goes along memory.
  std::int64_t outer = tile.rows, inner = tile.columns;
  std::int64_t outer_stride = matrix.row_stride, inner_stride = matrix.column_stride;
  if (std::abs(outer_stride) < std::abs(inner_stride)) {
    std::swap(outer, inner);
    std::swap(outer_stride, inner_stride);
    std::swap(row_step, column_step);
  }
  for (std::int64_t i = 0; i < outer; ++i) {
    const char* from = first + i * outer_stride;
    double* to = out + i * row_step;
    if (inner_stride == static_cast<std::int64_t>(sizeof(T)) && column_step == 1) {
      for (std::int64_t j = 0; j < inner; ++j) {
        to[j] = static_cast<double>(internal::load<T>(from, j * std::int64_t{sizeof(T)}));
      }
    } else if (inner_stride == static_cast<std::int64_t>(sizeof(T))) {
      for (std::int64_t j = 0; j < inner; ++j) {
        to[j * column_step] =
            static_cast<double>(internal::load<T>(from, j * std::int64_t{sizeof(T)}));
      }
    } else {
      for (std::int64_t j = 0; j < inner; ++j) {
        to[j * column_step] = static_cast<double>(internal::load<T>(from, j * inner_stride));
      }
    }
  }
}

}  // namespace

void Matrix::copy(const Tile& tile, double* out, std::int64_t row_step,
                  std::int64_t column_step) const {
  visit_type(
      type, [&](auto value) { copy_as<decltype(value)>(*this, tile, out, row_step, column_step); });
}

void Matrix::prefetch(const Tile& tile) const {
  if (column_stride < 1 || column_stride > 8) return;
  const auto* first =
      static_cast<const char*>(data) + tile.row * row_stride + tile.column * column_stride;
  for (std::int64_t r = 0; r < tile.rows; ++r) {
    for (std::int64_t at = 0; at < tile.columns * column_stride; at += kCacheLine) {
      prefetch_line(first + r * row_stride + at);
    }
  }
}

void SparseMatrix::prefetch_after(std::int64_t from, std::int64_t to) const {
  constexpr std::int64_t kEntriesAhead = 1024;
  const std::int64_t begin = from + kEntriesAhead, end = std::min(to + kEntriesAhead, entries);
  const auto fetch = [&](const void* items, std::int64_t width) {
    const auto* const first = static_cast<const char*>(items);
    for (std::int64_t at = begin * width; at < end * width; at += kCacheLine) {
      prefetch_line(first + at);
    }
  };
  fetch(indices, indices_type == NumberType::kInt32 ? 4 : 8);
  visit_type(values_type, [&](auto value) { fetch(values, sizeof(value)); });
}

void check_starts(const SparseMatrix& matrix) {
  std::int64_t last = 0;
  for (std::int64_t line = 0; line <= matrix.lines(); ++line) {
    const std::int64_t start = matrix.start(line);
    if (start < last || start > matrix.entries) {
      throw Error(ErrorKind::kData, "the sparse matrix is not sound: a line starts outside of it");
    }
    last = start;
  }
}

}  // namespace tally
