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

}  // namespace

void MatrixScorer::score(const SparseMatrix&, std::int64_t, std::int64_t, double*, double*) const {
  throw Error(ErrorKind::kDefect, "this scorer takes no sparse matrix");
}

template <class AnyMatrix, class Finish>
void MatrixScorer::for_each_tile(const AnyMatrix& matrix, std::int64_t cells, int threads,
                                 Finish&& finish) const {
  in_pieces(
      matrix.rows, cells * classes_, threads,
      [&](std::int64_t begin, std::int64_t end) {
        std::vector<double> room(static_cast<std::size_t>(columns_ * kTileRows));
        std::vector<double> joint(static_cast<std::size_t>(classes_ * kTileRows));
        for (std::int64_t first = begin; first < end; first += kTileRows) {
          const std::int64_t rows = std::min(kTileRows, end - first);
          score(matrix, first, rows, room.data(), joint.data());
          finish(first, rows, joint.data());
        }
        return true;
      },
      [](bool) {});
}

void MatrixScorer::answer(const Matrix& matrix, Answer answer, double* out, int threads) const {
  for_each_tile(matrix, cells_per_row(matrix), threads,
                [&](std::int64_t first, std::int64_t rows, double* joint) {
                  finish_tile(answer, classes_, rows, joint, out + first * classes_);
                });
}

void MatrixScorer::answer(const SparseMatrix& matrix, Answer answer, double* out,
                          int threads) const {
  for_each_tile(matrix, cells_per_row(matrix), threads,
                [&](std::int64_t first, std::int64_t rows, double* joint) {
                  finish_tile(answer, classes_, rows, joint, out + first * classes_);
                });
}

void MatrixScorer::decide(const Matrix& matrix, std::span<const std::int64_t> labels,
                          std::int64_t* out, int threads) const {
  for_each_tile(matrix, cells_per_row(matrix), threads,
                [&](std::int64_t first, std::int64_t rows, const double* joint) {
                  decide_tile(classes_, rows, joint, labels, out + first);
                });
}

void MatrixScorer::decide(const SparseMatrix& matrix, std::span<const std::int64_t> labels,
                          std::int64_t* out, int threads) const {
  for_each_tile(matrix, cells_per_row(matrix), threads,
                [&](std::int64_t first, std::int64_t rows, const double* joint) {
                  decide_tile(classes_, rows, joint, labels, out + first);
                });
}

}  // namespace tally
