// SPDX-License-Identifier: Apache-2.0
// How the rows of a matrix of amounts, dense or sparse, fill a block: small whole numbers are added up in integers,
// others in two doubles each that hold them without rounding, and what fits neither one by one (count_piece.h).
#include <algorithm>
#include <atomic>
#include <map>

#include "tally/base/error.h"
#include "tally/base/parallel.h"
#include "tally/count/block/block_counts.h"
#include "tally/count/block/class_split.h"
#include "tally/count/block/class_weights.h"
#include "tally/count/block/count_piece.h"
#include "tally/count/block/row_shares.h"

namespace tally {

// What one worker has counted.
struct BlockCounts::Part {
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

void BlockCounts::count_amounts(const Matrix& matrix, const RowClasses& classes,
                                std::span<const double> weights, const CellRule& rule,
                                int threads) {
  const Part empty{CountPiece(this->classes(), columns(), rule),
                   std::vector<ExactSum>(weights_.size())};
  take(count_rows(matrix, classes, weights, empty, threads), threads);
}

void BlockCounts::add(const SparseMatrix& matrix, const RowClasses& classes,
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

void BlockCounts::take(std::vector<Part> parts, int threads) {
  for (Part& part : parts) part.cells.hand_small_over(sums_.front());
  const bool has_small = std::any_of(parts.begin(), parts.end(),
                                     [](const Part& part) { return part.cells.has_small(); });
  if (has_small) {
    in_pieces(
        classes(), columns(), threads,
        [&](std::int64_t begin, std::int64_t end) {
          for (Part& part : parts) part.cells.move_small_into(sums_.front(), begin, end);
          return end - begin;
        },
        [](std::int64_t) {});
  }
  for (Part& part : parts) {
    std::map<std::int64_t, ExactSum> missing;
    part.cells.move_into(sums_.front(), missing);
    for (const auto& [cell, sum] : missing) {
      missing_.adder(cell / columns(), cell % columns()) += sum;
    }
    for (std::size_t k = 0; k < weights_.size(); ++k) weights_[k] += part.weights[k];
  }
}

}  // namespace tally
