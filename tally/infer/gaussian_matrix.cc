// SPDX-License-Identifier: Apache-2.0
// Gaussian scoring of a matrix: rows lie side by side in the lanes of a vector, so that every class
// walks the columns once, and the sum over the columns has the same order for every row.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "tally/base/error.h"
#include "tally/base/prefetch.h"
#include "tally/infer/matrix_scorer.h"
#include "tally/infer/transpose.h"

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/infer/gaussian_matrix.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kRows = MatrixScorer::kTileRows;
constexpr std::int64_t kCacheLine = 64;

// joint[r] = constant − ½ Σ_j (x_jr − mean_j)² weight_j, for one class. cells: [column][row]. On
// the way the memory is asked for the lines from `next` up to `end`.
void add_squares(const double* cells, std::int64_t columns, std::int64_t rows, const double* mean,
                 const double* weight, double constant, double* joint, const char* next,
                 const char* end) {
  const hn::CappedTag<double, 8> tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  const auto half = hn::Set(tag, -0.5);
  if (rows <= lanes) {
    auto sum = hn::Zero(tag);
    for (std::int64_t j = 0; j < columns; ++j) {
      const auto d = hn::Sub(hn::LoadU(tag, cells + j * kRows), hn::Set(tag, mean[j]));
      sum = hn::Add(sum, hn::Mul(hn::Mul(d, d), hn::Set(tag, weight[j])));
    }
    hn::StoreU(hn::Add(hn::Set(tag, constant), hn::Mul(sum, half)), tag, joint);
    return;
  }
  const std::int64_t steps =
      std::max<std::int64_t>((rows + 4 * lanes - 1) / (4 * lanes) * columns, 1);
  const std::int64_t asked_at_once = ((end - next) / kCacheLine + steps - 1) / steps;
  for (std::int64_t r = 0; r < rows; r += 4 * lanes) {
    auto s0 = hn::Zero(tag), s1 = s0, s2 = s0, s3 = s0;
    const double* x = cells + r;
    for (std::int64_t j = 0; j < columns; ++j, x += kRows) {
      for (std::int64_t i = 0; i < asked_at_once; ++i, next += kCacheLine) {
        prefetch_line(next);
      }
      const auto m = hn::Set(tag, mean[j]);
      const auto w = hn::Set(tag, weight[j]);
      const auto d0 = hn::Sub(hn::LoadU(tag, x), m);
      const auto d1 = hn::Sub(hn::LoadU(tag, x + lanes), m);
      const auto d2 = hn::Sub(hn::LoadU(tag, x + 2 * lanes), m);
      const auto d3 = hn::Sub(hn::LoadU(tag, x + 3 * lanes), m);
      s0 = hn::Add(s0, hn::Mul(hn::Mul(d0, d0), w));
      s1 = hn::Add(s1, hn::Mul(hn::Mul(d1, d1), w));
      s2 = hn::Add(s2, hn::Mul(hn::Mul(d2, d2), w));
      s3 = hn::Add(s3, hn::Mul(hn::Mul(d3, d3), w));
    }
    const auto c = hn::Set(tag, constant);
    hn::StoreU(hn::Add(c, hn::Mul(s0, half)), tag, joint + r);
    hn::StoreU(hn::Add(c, hn::Mul(s1, half)), tag, joint + r + lanes);
    hn::StoreU(hn::Add(c, hn::Mul(s2, half)), tag, joint + r + 2 * lanes);
    hn::StoreU(hn::Add(c, hn::Mul(s3, half)), tag, joint + r + 3 * lanes);
  }
}

// Whether all joints are; those behind the last row do not matter.
bool are_finite(const double* joint, std::int64_t classes, std::int64_t rows) {
  double sum = 0;  // of zeros and NaNs
  for (std::int64_t k = 0; k < classes; ++k) {
    const double* const of_class = joint + k * kRows;
    double zeros[8] = {};
    std::int64_t r = 0;
    for (; r + 8 <= rows; r += 8) {
      for (std::int64_t i = 0; i < 8; ++i) zeros[i] += of_class[r + i] * 0;
    }
    for (; r < rows; ++r) sum += of_class[r] * 0;
    for (const double zero : zeros) sum += zero;
  }
  return sum == 0;
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

namespace {

// Whether the next rows are the next bytes.
bool lies_in_rows(const Matrix& matrix) {
  return matrix.row_stride > 0 && matrix.column_stride > 0 &&
         matrix.row_stride == matrix.columns * matrix.column_stride;
}

// cells[column · kTileRows + row]; there is room for as many again behind them.
void copy_by_column(const Matrix& matrix, std::int64_t first, std::int64_t rows, double* cells) {
  constexpr std::int64_t kTileRows = MatrixScorer::kTileRows;
  if (matrix.has_rows_of_doubles()) {
    return transpose(matrix.row_of_doubles(first), matrix.row_stride / 8, rows, matrix.columns,
                     cells, kTileRows);
  }
  const bool by_row = std::abs(matrix.column_stride) <= std::abs(matrix.row_stride);
  if (!by_row) return matrix.copy({first, rows, 0, matrix.columns}, cells, 1, kTileRows);
  double* const as_rows = cells + matrix.columns * kTileRows;
  matrix.copy({first, rows, 0, matrix.columns}, as_rows, matrix.columns, 1);
  transpose(as_rows, matrix.columns, rows, matrix.columns, cells, kTileRows);
}

}  // namespace

GaussianScorer::GaussianScorer(std::int64_t classes, std::int64_t columns,
                               std::span<const double> mean, std::span<const double> variance,
                               std::span<const double> log_prior)
    : MatrixScorer(classes, columns),
      mean_(mean.begin(), mean.end()),
      log_prior_(log_prior.begin(), log_prior.end()),
      constant_(log_prior_) {
  for (std::size_t i = 0; i < variance.size(); ++i) {
    const bool seen = !std::isnan(variance[i]);
    weight_.push_back(seen ? 1 / variance[i] : 0);
    norm_.push_back(seen && variance[i] > 0 ? -0.5 * std::log(2 * std::numbers::pi * variance[i])
                                            : 0);
    all_have_spread_ = all_have_spread_ && weight_.back() > 0 && std::isfinite(weight_.back());
    constant_[i / static_cast<std::size_t>(columns)] += norm_.back();
  }
}

void GaussianScorer::score(const Matrix& matrix, std::int64_t first, std::int64_t rows,
                           std::vector<double>& room, double* joint) const {
  room.resize(static_cast<std::size_t>(2 * columns() * kTileRows));
  double* const cells = room.data();
  copy_by_column(matrix, first, rows, cells);
  // Each class asks for its share of the next tile. A few classes have too little work to do so in
  // passing: for them it is asked for at once.
  constexpr std::int64_t kFewClasses = 3;
  const bool in_passing = lies_in_rows(matrix) && classes() > kFewClasses;
  const std::int64_t share = in_passing ? rows * matrix.row_stride / classes() : 0;
  const char* next = static_cast<const char*>(matrix.data) + (first + rows) * matrix.row_stride;
  if (!in_passing) {
    matrix.prefetch({first + rows, std::min(kTileRows, matrix.rows - first - rows), 0, columns()});
  }
  for (std::int64_t k = 0; k < classes(); ++k) {
    const std::int64_t at = k * columns();
    TALLY_DISPATCH(add_squares)
    (cells, columns(), rows, mean_.data() + at, weight_.data() + at,
     constant_[static_cast<std::size_t>(k)], joint + k * kTileRows, next, next + share);
    next += share;
  }
  if (TALLY_DISPATCH(are_finite)(joint, classes(), rows)) return;
  for (std::int64_t r = 0; r < rows; ++r) {
    bool finite = true;
    for (std::int64_t k = 0; k < classes(); ++k) finite &= std::isfinite(joint[k * kTileRows + r]);
    if (!finite) score_carefully(cells, r, joint);
  }
}

void GaussianScorer::score_carefully(const double* cells, std::int64_t row, double* joint) const {
  bool missing = false;
  for (std::int64_t j = 0; j < columns(); ++j) {
    const double x = cells[j * kTileRows + row];
    if (std::isinf(x)) {
      throw Error(ErrorKind::kData, "expected a finite number, found " + shortest(x));
    }
    missing = missing || std::isnan(x);
  }
  if (!missing && all_have_spread_) return;
  for (std::int64_t k = 0; k < classes(); ++k) {
    double norm = log_prior_[static_cast<std::size_t>(k)];
    double squares = 0;
    for (std::int64_t j = 0; j < columns(); ++j) {
      const double x = cells[j * kTileRows + row];
      if (std::isnan(x)) continue;
      const auto at = static_cast<std::size_t>(k * columns() + j);
      norm += norm_[at];
      const double away = x - mean_[at];
      if (away != 0 && weight_[at] != 0) squares += away * away * weight_[at];
    }
    joint[k * kTileRows + row] = norm - 0.5 * squares;
  }
}

}  // namespace tally
#endif
