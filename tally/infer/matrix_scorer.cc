// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/matrix_scorer.h"

#include <algorithm>

#include "tally/base/error.h"
#include "tally/base/parallel.h"
#include "tally/infer/tile_answers.h"

namespace tally {

namespace {

std::int64_t cells_per_row(const Matrix& matrix) { return matrix.columns; }
std::int64_t cells_per_row(const SparseMatrix& matrix) {
  return matrix.rows == 0 ? 0 : matrix.entries / matrix.rows;
}

// Calls work(for_each_tile) for every share of the rows, side by side; for_each_tile(f) calls
// f(first, rows) for the tiles of the share.
template <class AnyMatrix, class Work>
void in_tiles(const AnyMatrix& matrix, std::int64_t classes, int threads, Work&& work) {
  in_shares(matrix.rows, cells_per_row(matrix) * classes, threads,
            [&](std::int64_t begin, std::int64_t end, int) {
              work([&](auto&& f) {
                for (std::int64_t first = begin; first < end; first += MatrixScorer::kTileRows) {
                  f(first, std::min(MatrixScorer::kTileRows, end - first));
                }
              });
            });
}

}  // namespace

void MatrixScorer::score(const SparseMatrix&, std::int64_t, std::int64_t, std::vector<double>&,
                         double*) const {
  throw Error(ErrorKind::kDefect, "this scorer takes no sparse matrix");
}

void MatrixScorer::decide_quickly(const Matrix&, std::int64_t, std::int64_t rows,
                                  std::int64_t* chosen) const {
  std::fill_n(chosen, rows, QuickTable::kUnclear);
}

void MatrixScorer::decide_quickly(const SparseMatrix&, std::int64_t, std::int64_t rows,
                                  std::int64_t* chosen) const {
  std::fill_n(chosen, rows, QuickTable::kUnclear);
}

template <class AnyMatrix>
void MatrixScorer::answer_any(const AnyMatrix& matrix, Answer answer, double* out,
                              int threads) const {
  in_tiles(matrix, classes_, threads, [&](auto&& for_each_tile) {
    std::vector<double> room, joint(static_cast<std::size_t>(classes_ * kTileRows));
    for_each_tile([&](std::int64_t first, std::int64_t rows) {
      score(matrix, first, rows, room, joint.data());
      finish_tile(answer, classes_, rows, joint.data(), out + first * classes_);
    });
  });
}

// The joints of the rows that are not decided yet, side by side if they are many.
template <class AnyMatrix>
void MatrixScorer::decide_unclear(const AnyMatrix& matrix, std::int64_t first, std::int64_t rows,
                                  std::vector<double>& room, double* joint,
                                  std::int64_t* chosen) const {
  const auto unclear = std::count(chosen, chosen + rows, QuickTable::kUnclear);
  if (unclear > rows / 2) {
    score(matrix, first, rows, room, joint);
    choose_in_tile(classes_, rows, joint, chosen);
    return;
  }
  for (std::int64_t r = 0; r < rows && unclear > 0; ++r) {
    if (chosen[r] != QuickTable::kUnclear) continue;
    score(matrix, first + r, 1, room, joint);
    choose_in_tile(classes_, 1, joint, chosen + r);
  }
}

template <class AnyMatrix>
void MatrixScorer::decide_any(const AnyMatrix& matrix, std::span<const std::int64_t> labels,
                              std::int64_t* out, int threads) const {
  in_tiles(matrix, classes_, threads, [&](auto&& for_each_tile) {
    std::vector<double> room, joint(static_cast<std::size_t>(classes_ * kTileRows));
    for_each_tile([&](std::int64_t first, std::int64_t rows) {
      std::int64_t* const chosen = out + first;
      decide_quickly(matrix, first, rows, chosen);
      decide_unclear(matrix, first, rows, room, joint.data(), chosen);
      for (std::int64_t r = 0; r < rows; ++r) {
        chosen[r] = labels[static_cast<std::size_t>(chosen[r])];
      }
    });
  });
}

void MatrixScorer::answer(const Matrix& matrix, Answer answer, double* out, int threads) const {
  answer_any(matrix, answer, out, threads);
}

void MatrixScorer::answer(const SparseMatrix& matrix, Answer answer, double* out,
                          int threads) const {
  answer_any(matrix, answer, out, threads);
}

void MatrixScorer::decide(const Matrix& matrix, std::span<const std::int64_t> labels,
                          std::int64_t* out, int threads) const {
  decide_any(matrix, labels, out, threads);
}

void MatrixScorer::decide(const SparseMatrix& matrix, std::span<const std::int64_t> labels,
                          std::int64_t* out, int threads) const {
  decide_any(matrix, labels, out, threads);
}

}  // namespace tally
