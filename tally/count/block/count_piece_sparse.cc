// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <type_traits>

#include "tally/base/prefetch.h"
#include "tally/count/block/count_piece.h"

namespace tally {

namespace {

template <class Use>
void visit_types(const SparseMatrix& matrix, Use&& use) {
  visit_type(matrix.values_type, [&](auto value) {
    if (matrix.indices_type == NumberType::kInt32) {
      use(value, std::int32_t{});
    } else {
      use(value, std::int64_t{});
    }
  });
}

template <class T>
void prefetch_items(const T* items, std::int64_t from, std::int64_t to) {
  constexpr std::int64_t kInALine = 64 / sizeof(T);
  for (std::int64_t i = from; i < to; i += kInALine) prefetch_line(items + i);
}

}  // namespace

void CountPiece::count(const SparseMatrix& matrix, std::int64_t begin, std::int64_t end,
                       std::span<const std::int32_t> classes, std::span<const double> weights) {
  visit_types(matrix, [&](auto value, auto index) {
    count_entries<decltype(value), decltype(index)>(matrix, begin, end, classes, weights);
  });
}

void CountPiece::count_some(const SparseMatrix& matrix, std::int64_t begin, std::int64_t end,
                            std::span<const std::int32_t> classes,
                            std::span<const double> weights) {
  listed_.resize(classes.size());
  std::size_t count = 0;
  for (std::int64_t row = 0; row < end - begin; ++row) {
    listed_[count] = row;
    count += classes[static_cast<std::size_t>(row)] >= 0 ? 1 : 0;
  }
  listed_.resize(count);
  visit_types(matrix, [&](auto value, auto index) {
    count_listed<decltype(value), decltype(index)>(matrix, begin, classes, weights);
  });
}

template <class Value, class Index>
void CountPiece::count_entries(const SparseMatrix& matrix, std::int64_t begin, std::int64_t end,
                               std::span<const std::int32_t> classes,
                               std::span<const double> weights) {
  const auto* indices = static_cast<const Index*>(matrix.indices);
  const auto* values = static_cast<const Value*>(matrix.values);
  for (std::int64_t line = begin; line < end; ++line) {
    const std::int64_t from = matrix.start(line), to = matrix.start(line + 1);
    if (matrix.by_column) {
      check_within(indices + from, to - from, matrix.rows);
      for (std::int64_t i = from; i < to; ++i) {
        const auto row = static_cast<std::size_t>(indices[i]);
        if (classes[row] < 0) continue;
        add_cell(classes[row], static_cast<std::size_t>(line), static_cast<double>(values[i]),
                 weights.empty() ? 1 : weights[row]);
      }
      continue;
    }
    const auto row = static_cast<std::size_t>(line - begin);
    if (classes[row] < 0) continue;
    matrix.prefetch_after(from, to);
    if (line + 1 < end && classes[row + 1] >= 0) {
      prefetch(classes[row + 1], indices + to, matrix.start(line + 2) - to);
    }
    count_line<Value, Index>(matrix, from, to, classes[row], weights.empty() ? 1 : weights[row]);
  }
}

template <class Value, class Index>
void CountPiece::count_listed(const SparseMatrix& matrix, std::int64_t begin,
                              std::span<const std::int32_t> classes,
                              std::span<const double> weights) {
  constexpr std::int64_t kEntriesAhead = 1024;
  const auto* indices = static_cast<const Index*>(matrix.indices);
  const auto* values = static_cast<const Value*>(matrix.values);
  const std::int64_t mean = std::max<std::int64_t>(matrix.entries / matrix.rows, 1);
  const auto ahead = static_cast<std::size_t>(std::max<std::int64_t>(kEntriesAhead / mean, 1));
  for (std::size_t i = 0; i < listed_.size(); ++i) {
    if (i + ahead < listed_.size()) {
      const std::int64_t line = begin + listed_[i + ahead];
      prefetch_items(indices, matrix.start(line), matrix.start(line + 1));
      prefetch_items(values, matrix.start(line), matrix.start(line + 1));
    }
    if (i + 1 < listed_.size()) {
      const std::int64_t next = listed_[i + 1], from = matrix.start(begin + next);
      prefetch(classes[static_cast<std::size_t>(next)], indices + from,
               matrix.start(begin + next + 1) - from);
    }
    const auto row = static_cast<std::size_t>(listed_[i]);
    const std::int64_t line = begin + listed_[i];
    count_line<Value, Index>(matrix, matrix.start(line), matrix.start(line + 1), classes[row],
                             weights.empty() ? 1 : weights[row]);
  }
}

template <class Value, class Index>
void CountPiece::count_line(const SparseMatrix& matrix, std::int64_t from, std::int64_t to,
                            std::int32_t klass, double weight) {
  const auto* indices = static_cast<const Index*>(matrix.indices);
  const auto* values = static_cast<const Value*>(matrix.values);
  const double* doubles = nullptr;
  if constexpr (std::is_same_v<Value, double>) {
    doubles = values + from;
  } else {
    doubles_.assign(values + from, values + to);
    doubles = doubles_.data();
  }
  count_row(klass, doubles, indices + from, to - from, weight);
}

// Asks the memory for the cells of the next row: in a large table they are far away.
template <class Index>
void CountPiece::prefetch(std::int32_t klass, const Index* indices, std::int64_t count) const {
  constexpr std::size_t kNear = std::size_t{1} << 18;  // cells
  if (emptied_.cells() < kNear) return;
  const auto fetch = [&](const auto* cells, std::int64_t step) {
    for (std::int64_t i = 0; i < count; ++i) prefetch_line(cells, indices[i] * step);
  };
  const std::size_t begin = static_cast<std::size_t>(klass) * static_cast<std::size_t>(columns_);
  if (small_ != nullptr) {
    fetch(small_->small(klass), 4);
  } else if (!slices_.empty()) {
    fetch(slices_.data() + 2 * begin, 16);
  }
}

}  // namespace tally
