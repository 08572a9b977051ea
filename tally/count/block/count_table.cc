// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/count_table.h"

#include <algorithm>
#include <atomic>

#include "tally/base/error.h"
#include "tally/base/parallel.h"
#include "tally/count/block/class_split.h"
#include "tally/count/block/class_weights.h"
#include "tally/count/block/count_piece.h"
#include "tally/count/block/row_shares.h"
#include "tally/count/block/table_bytes.h"
#include "tally/sums/sum_bytes.h"

namespace tally {

// What one worker has counted.
struct CountTable::Part {
  CountPiece cells;
  std::vector<ExactSum> weights;
};

namespace {

std::int64_t cells_per_line(const Matrix& matrix) { return matrix.columns; }
std::int64_t cells_per_line(const SparseMatrix& matrix) {
  return matrix.lines() == 0 ? 0 : matrix.entries / matrix.lines();
}

template <class Part, class AnyMatrix>
std::vector<Part> count_rows(const AnyMatrix& matrix, const RowClasses& classes,
                             std::span<const double> weights, const Part& empty, int threads) {
  return counted_in_shares(
      {matrix.rows, cells_per_line(matrix), classes, weights}, threads, empty,
      [&](Part& part, std::int64_t begin, std::int64_t end, auto some_classes, auto some_weights) {
        add_class_weights(some_classes, some_weights, part.weights);
        part.cells.count(matrix, begin, end, some_classes, some_weights);
      });
}

// About how many entries each class has.
std::vector<std::int64_t> class_sizes(const SparseMatrix& matrix, const RowClasses& classes,
                                      std::size_t count) {
  constexpr std::int64_t kSamples = 64, kRowsEach = 64;
  std::vector<std::int64_t> sizes(count);
  std::vector<std::int32_t> room;
  for (std::int64_t sample = 0; sample < kSamples; ++sample) {
    const std::int64_t begin = matrix.rows * sample / kSamples;
    const std::int64_t end = std::min(begin + kRowsEach, matrix.rows);
    const auto codes = classes.of(begin, end, room);
    for (std::int64_t row = begin; row < end; ++row) {
      const std::int32_t klass = codes[static_cast<std::size_t>(row - begin)];
      if (klass >= 0) {
        sizes[static_cast<std::size_t>(klass)] += matrix.start(row + 1) - matrix.start(row);
      }
    }
  }
  return sizes;
}

// Counts the rows [begin, end) of the classes that belong to `me`.
template <class Part>
void count_own(const SparseMatrix& matrix, std::int64_t begin, std::int64_t end,
               const RowClasses& classes, std::span<const double> weights,
               std::span<const std::int32_t> owner, std::int32_t me,
               std::vector<std::int32_t>& room, std::vector<std::int32_t>& own, Part& part) {
  const auto codes = classes.of(begin, end, room);
  own.resize(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    own[i] = codes[i] >= 0 && owner[static_cast<std::size_t>(codes[i])] == me ? codes[i] : -1;
  }
  if (!weights.empty()) weights = weights.subspan(static_cast<std::size_t>(begin), own.size());
  add_class_weights(own, weights, part.weights);
  part.cells.count_some(matrix, begin, end, own, weights);
}

// Each worker counts the rows of classes of its own: a large table is there once then, and half as
// much of it goes through the cache of each of two. None where that is not worth it, or a row is
// refused: whose error it is, is for others to say.
template <class Part>
std::vector<Part> count_by_class(const SparseMatrix& matrix, const RowClasses& classes,
                                 std::span<const double> weights, Part empty, int threads) {
  constexpr std::int64_t kManyCells = 1 << 18, kManyEntries = 8, kRowsTogether = 2048;
  const auto count = static_cast<std::int64_t>(empty.weights.size());
  const int workers = workers_for(matrix.rows, cells_per_line(matrix), threads);
  if (workers == 1 || count * matrix.columns < kManyCells) return {};
  if (cells_per_line(matrix) < kManyEntries * workers) return {};  // all walk over all rows
  std::vector<std::int32_t> owner;
  try {
    owner = split_classes(class_sizes(matrix, classes, empty.weights.size()), workers);
  } catch (const Error&) {
    return {};  // a row without a class, not necessarily the first
  }
  if (owner.empty()) return {};

  empty.cells.share_small();
  std::vector<Part> parts(static_cast<std::size_t>(workers), empty);
  std::atomic<bool> failed = false;
  std::atomic<int> next = 0;
  side_by_side(workers, [&](int) {
    std::vector<std::int32_t> room, own;
    for (int me = next++; me < workers; me = next++) {
      try {
        for (std::int64_t begin = 0; begin < matrix.rows && !failed; begin += kRowsTogether) {
          const std::int64_t end = std::min(begin + kRowsTogether, matrix.rows);
          count_own(matrix, begin, end, classes, weights, owner, me, room, own,
                    parts[static_cast<std::size_t>(me)]);
        }
      } catch (...) {
        failed = true;
      }
    }
  });
  if (failed) parts.clear();
  return parts;
}

template <class Part>
std::vector<Part> count_columns(const SparseMatrix& matrix, const RowClasses& classes,
                                std::span<const double> weights, const Part& empty, int threads) {
  std::vector<std::int32_t> room;
  const auto all_classes = classes.of(0, matrix.rows, room);
  const int workers = workers_for(matrix.columns, cells_per_line(matrix), threads);
  std::vector<Part> parts(static_cast<std::size_t>(workers), empty);
  add_class_weights(all_classes, weights, parts[0].weights);
  in_shares(matrix.columns, cells_per_line(matrix), threads,
            [&](std::int64_t begin, std::int64_t end, int worker) {
              parts[static_cast<std::size_t>(worker)].cells.count(matrix, begin, end, all_classes,
                                                                  weights);
            });
  return parts;
}

}  // namespace

void CountTable::add(const Matrix& matrix, const RowClasses& classes,
                     std::span<const double> weights, const CellRule& rule, int threads) {
  const Part empty{CountPiece(this->classes(), columns(), rule),
                   std::vector<ExactSum>(weights_.size())};
  take(count_rows(matrix, classes, weights, empty, threads), threads);
}

void CountTable::add(const SparseMatrix& matrix, const RowClasses& classes,
                     std::span<const double> weights, const CellRule& rule, int threads) {
  const Part empty{CountPiece(this->classes(), columns(), rule),
                   std::vector<ExactSum>(weights_.size())};
  std::vector<Part> parts;
  if (matrix.by_column) {
    parts = count_columns(matrix, classes, weights, empty, threads);
  } else {
    parts = count_by_class(matrix, classes, weights, empty, threads);
    if (parts.empty()) parts = count_rows(matrix, classes, weights, empty, threads);
  }
  take(std::move(parts), threads);
}

void CountTable::take(std::vector<Part> parts, int threads) {
  for (Part& part : parts) part.cells.hand_small_over(sums_);
  const bool has_small = std::any_of(parts.begin(), parts.end(),
                                     [](const Part& part) { return part.cells.has_small(); });
  if (has_small) {
    in_pieces(
        classes(), columns(), threads,
        [&](std::int64_t begin, std::int64_t end) {
          for (Part& part : parts) part.cells.move_small_into(sums_, begin, end);
          return end - begin;
        },
        [](std::int64_t) {});
  }
  for (Part& part : parts) {
    part.cells.move_into(sums_, missing_);
    for (std::size_t k = 0; k < weights_.size(); ++k) weights_[k] += part.weights[k];
  }
}

void CountTable::merge(const CountTable& other) {
  for (std::size_t k = 0; k < weights_.size(); ++k) weights_[k] += other.weights_[k];
  sums_ += other.sums_;
  for (const auto& [cell, sum] : other.missing_) missing_[cell] += sum;
}

void CountTable::subtract(const CountTable& other) {
  CountTable left = *this;
  for (std::size_t k = 0; k < weights_.size(); ++k) left.weights_[k] -= other.weights_[k];
  left.sums_ -= other.sums_;
  bool possible = !left.sums_.has_negative() || sums_.has_negative();
  for (const ExactSum& weight : left.weights_) possible = possible && weight.sign() >= 0;
  for (const auto& [cell, sum] : other.missing_) {
    ExactSum& rest = left.missing_[cell];
    rest -= sum;
    possible = possible && rest.sign() >= 0;
    if (rest.is_zero()) left.missing_.erase(cell);
  }
  if (!possible) {
    throw Error(ErrorKind::kData,
                "these rows were not learned: what would be left cannot come from any rows");
  }
  *this = std::move(left);
}

void CountTable::spread_classes(std::int64_t classes, const std::vector<std::int64_t>& place) {
  std::vector<ExactSum> weights(static_cast<std::size_t>(classes));
  for (std::size_t k = 0; k < place.size(); ++k) {
    weights[static_cast<std::size_t>(place[k])] = std::move(weights_[k]);
  }
  weights_ = std::move(weights);
  sums_.reshape(classes, columns(), place);
  std::map<std::int64_t, ExactSum> missing;
  for (auto& [cell, sum] : missing_) {
    const std::int64_t klass = place[static_cast<std::size_t>(cell / columns())];
    missing[klass * columns() + cell % columns()] = std::move(sum);
  }
  missing_ = std::move(missing);
}

std::string CountTable::to_bytes() const {
  std::string bytes =
      shape_bytes({classes(), columns(), static_cast<std::int64_t>(missing_.size())});
  append_sums(weights_, bytes);
  sums_.append_to(bytes);
  for (const auto& [cell, sum] : missing_) {
    bytes += shape_bytes({cell / columns(), cell % columns()});
    append_sum(sum, bytes);
  }
  return bytes;
}

CountTable CountTable::from_bytes(std::string_view bytes) {
  const std::vector<std::int64_t> shape = take_shape(3, bytes);
  CountTable table(shape[0], shape[1]);
  table.weights_ = take_sums(table.weights_.size(), bytes);
  table.sums_ = SumGrid::take(shape[0], shape[1], bytes);
  for (std::int64_t i = 0; i < shape[2]; ++i) {
    const std::vector<std::int64_t> place = take_shape(2, bytes);
    table.missing_[place[0] * table.columns() + place[1]] = take_sum(bytes);
  }
  return table;
}

}  // namespace tally
