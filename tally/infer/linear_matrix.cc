// SPDX-License-Identifier: Apache-2.0
// Linear scoring of a matrix: multinomial and bernoulli.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "tally/base/error.h"
#include "tally/batch/index_check.h"
#include "tally/infer/matrix_scorer.h"

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/infer/linear_matrix.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tally/base/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tally::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kRows = MatrixScorer::kTileRows;

// joint[r] = constant + Σ_j x_jr weight_j, for one class. cells: [column][row].
void add_products(const double* cells, std::int64_t columns, std::int64_t rows,
                  const double* weight, std::int64_t weight_step, double constant, double* joint) {
  const hn::CappedTag<double, 8> tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  for (std::int64_t r = 0; r < rows; r += 4 * lanes) {
    auto s0 = hn::Set(tag, constant), s1 = s0, s2 = s0, s3 = s0;
    const double* x = cells + r;
    for (std::int64_t j = 0; j < columns; ++j, x += kRows) {
      const auto w = hn::Set(tag, weight[j * weight_step]);
      s0 = hn::Add(s0, hn::Mul(hn::LoadU(tag, x), w));
      s1 = hn::Add(s1, hn::Mul(hn::LoadU(tag, x + lanes), w));
      s2 = hn::Add(s2, hn::Mul(hn::LoadU(tag, x + 2 * lanes), w));
      s3 = hn::Add(s3, hn::Mul(hn::LoadU(tag, x + 3 * lanes), w));
    }
    hn::StoreU(s0, tag, joint + r);
    hn::StoreU(s1, tag, joint + r + lanes);
    hn::StoreU(s2, tag, joint + r + 2 * lanes);
    hn::StoreU(s3, tag, joint + r + 3 * lanes);
  }
}

// sums[k] += Σ x_i weight[index_i][k], for the entries of one row.
template <class Value, class Index>
HWY_INLINE void add_any_entries(const Value* values, const Index* indices, std::int64_t count,
                                const double* weight, std::int64_t classes, double* sums) {
  if (classes == 2) {
    // Four sums of each, so that none has to wait for the one before it.
    constexpr std::int64_t kChains = 4;
    double first[kChains] = {sums[0]}, second[kChains] = {sums[1]};
    const auto add = [&](std::int64_t i, std::int64_t chain) HWY_ATTR {
      const auto x = static_cast<double>(values[i]);
      const double* w = weight + 2 * static_cast<std::int64_t>(indices[i]);
      first[chain] += x * w[0];
      second[chain] += x * w[1];
    };
    std::int64_t i = 0;
    for (; i + kChains <= count; i += kChains) {
      for (std::int64_t chain = 0; chain < kChains; ++chain) add(i + chain, chain);
    }
    for (; i < count; ++i) add(i, 0);
    sums[0] = (first[0] + first[1]) + (first[2] + first[3]);
    sums[1] = (second[0] + second[1]) + (second[2] + second[3]);
    return;
  }
  const hn::CappedTag<double, 8> tag;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
  std::int64_t k = 0;
  for (; k + 2 * lanes <= classes; k += 2 * lanes) {
    auto s0 = hn::LoadU(tag, sums + k), s1 = hn::LoadU(tag, sums + k + lanes);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto x = hn::Set(tag, static_cast<double>(values[i]));
      const double* w = weight + classes * static_cast<std::int64_t>(indices[i]) + k;
      s0 = hn::Add(s0, hn::Mul(x, hn::LoadU(tag, w)));
      s1 = hn::Add(s1, hn::Mul(x, hn::LoadU(tag, w + lanes)));
    }
    hn::StoreU(s0, tag, sums + k);
    hn::StoreU(s1, tag, sums + k + lanes);
  }
  for (; k < classes; k += lanes) {
    const auto inside = hn::FirstN(tag, static_cast<std::size_t>(classes - k));
    auto s0 = hn::MaskedLoad(inside, tag, sums + k);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto x = hn::Set(tag, static_cast<double>(values[i]));
      const double* w = weight + classes * static_cast<std::int64_t>(indices[i]) + k;
      s0 = hn::Add(s0, hn::Mul(x, hn::MaskedLoad(inside, tag, w)));
    }
    hn::BlendedStore(s0, inside, tag, sums + k);
  }
}

void add_entries(const double* values, const std::int32_t* indices, std::int64_t count,
                 const double* weight, std::int64_t classes, double* sums) {
  add_any_entries(values, indices, count, weight, classes, sums);
}

void add_long_entries(const double* values, const std::int64_t* indices, std::int64_t count,
                      const double* weight, std::int64_t classes, double* sums) {
  add_any_entries(values, indices, count, weight, classes, sums);
}

}  // namespace tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tally {

namespace {

// A table of more weights does not fit a cache beside the entries: half of the bytes are faster,
// though a row takes more instructions.
constexpr std::size_t kMostFloats = std::size_t{1} << 16;

void add_row(const double* values, const std::int32_t* indices, std::int64_t count,
             const double* weight, std::int64_t classes, double* sums) {
  TALLY_DISPATCH(add_entries)(values, indices, count, weight, classes, sums);
}

void add_row(const double* values, const std::int64_t* indices, std::int64_t count,
             const double* weight, std::int64_t classes, double* sums) {
  TALLY_DISPATCH(add_long_entries)(values, indices, count, weight, classes, sums);
}

// Throws if an index of these rows leads outside.
template <class Index>
void check_tile(const SparseMatrix& matrix, const Index* indices, std::int64_t first,
                std::int64_t rows) {
  const std::int64_t from = matrix.start(first), to = matrix.start(first + rows);
  if (!lie_within(indices + from, to - from, matrix.columns)) {
    throw Error(ErrorKind::kData, "the sparse matrix is not sound: an index lies outside of it");
  }
}

[[noreturn]] void refuse_infinite(double x) {
  throw Error(ErrorKind::kData, "expected a finite number, found " + shortest(x));
}

}  // namespace

LinearScorer::LinearScorer(std::int64_t classes, std::int64_t columns, std::vector<double> present,
                           std::vector<double> absent, std::span<const double> log_prior,
                           std::optional<double> threshold)
    : MatrixScorer(classes, columns),
      present_(std::move(present)),
      absent_(std::move(absent)),
      weight_(present_.begin(), present_.end()),
      log_prior_(log_prior.begin(), log_prior.end()),
      constant_(log_prior_),
      threshold_(threshold) {
  for (std::size_t i = 0; i < absent_.size(); ++i) {
    weight_[i] -= absent_[i];
    constant_[i % constant_.size()] += absent_[i];
  }
  if (threshold_) return;
  const bool is_large = weight_.size() > kMostFloats;
  quick_ = QuickTable(classes, weight_, constant_,
                      is_large ? QuickTable::Digits::kShorts : QuickTable::Digits::kFloats);
}

void LinearScorer::apply_threshold(double* cells, std::int64_t count) const {
  if (!threshold_) return;
  const double threshold = *threshold_;
  bool infinite = false;
  for (std::int64_t i = 0; i < count; ++i) {
    const double x = cells[i];
    infinite |= std::abs(x) > std::numeric_limits<double>::max();
    cells[i] = x > threshold ? 1 : x <= threshold ? 0 : x;
  }
  if (infinite) refuse_infinite(std::numeric_limits<double>::infinity());
}

void LinearScorer::score(const Matrix& matrix, std::int64_t first, std::int64_t rows,
                         std::vector<double>& room, double* joint) const {
  room.resize(static_cast<std::size_t>(columns() * kTileRows));
  double* const cells = room.data();
  matrix.copy({first, rows, 0, columns()}, cells, 1, kTileRows);
  if (threshold_) {
    for (std::int64_t j = 0; j < columns(); ++j) apply_threshold(cells + j * kTileRows, rows);
  }
  for (std::int64_t k = 0; k < classes(); ++k) {
    TALLY_DISPATCH(add_products)
    (cells, columns(), rows, weight_.data() + k, classes(), constant_[static_cast<std::size_t>(k)],
     joint + k * kTileRows);
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    bool finite = true;
    for (std::int64_t k = 0; k < classes(); ++k) finite &= std::isfinite(joint[k * kTileRows + r]);
    if (!finite) score_carefully(cells + r, kTileRows, r, joint);
  }
}

void LinearScorer::score(const SparseMatrix& matrix, std::int64_t first, std::int64_t rows,
                         std::vector<double>& room, double* joint) const {
  visit_type(matrix.values_type, [&](auto value) {
    if (matrix.indices_type == NumberType::kInt32) {
      score_entries<decltype(value), std::int32_t>(matrix, first, rows, room, joint);
    } else {
      score_entries<decltype(value), std::int64_t>(matrix, first, rows, room, joint);
    }
  });
}

void LinearScorer::decide_quickly(const SparseMatrix& matrix, std::int64_t first, std::int64_t rows,
                                  std::int64_t* chosen) const {
  if (!quick_.usable() || matrix.values_type != NumberType::kFloat64) {
    std::fill_n(chosen, rows, QuickTable::kUnclear);
  } else if (matrix.indices_type == NumberType::kInt32) {
    decide_entries<std::int32_t>(matrix, first, rows, chosen);
  } else {
    decide_entries<std::int64_t>(matrix, first, rows, chosen);
  }
}

template <class Index>
void LinearScorer::decide_entries(const SparseMatrix& matrix, std::int64_t first, std::int64_t rows,
                                  std::int64_t* chosen) const {
  const auto* indices = static_cast<const Index*>(matrix.indices);
  const auto* values = static_cast<const double*>(matrix.values);
  check_tile(matrix, indices, first, rows);
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::int64_t from = matrix.start(first + r), to = matrix.start(first + r + 1);
    matrix.prefetch_after(from, to);
    if (r + 1 < rows) quick_.prefetch(indices + to, matrix.start(first + r + 2) - to);
    chosen[r] = quick_.decide(values + from, indices + from, to - from);
  }
}

template <class Value, class Index>
void LinearScorer::score_entries(const SparseMatrix& matrix, std::int64_t first, std::int64_t rows,
                                 std::vector<double>& room, double* joint) const {
  const auto* indices = static_cast<const Index*>(matrix.indices);
  check_tile(matrix, indices, first, rows);
  const auto* values = static_cast<const Value*>(matrix.values);
  const std::int64_t width = classes();
  std::vector<double> sums(static_cast<std::size_t>(width)), converted;
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::int64_t from = matrix.start(first + r), to = matrix.start(first + r + 1);
    matrix.prefetch_after(from, to);
    sums = constant_;
    double* const sum = sums.data();
    const double* as_doubles = nullptr;
    if constexpr (std::is_same_v<Value, double>) as_doubles = values + from;
    if (as_doubles == nullptr || threshold_) {
      converted.assign(values + from, values + to);
      apply_threshold(converted.data(), to - from);
      as_doubles = converted.data();
    }
    add_row(as_doubles, indices + from, to - from, weight_.data(), width, sum);
    bool finite = true;
    for (std::int64_t k = 0; k < width; ++k) {
      finite &= std::isfinite(sum[k]);
      joint[k * kTileRows + r] = sum[k];
    }
    if (finite) continue;
    room.assign(static_cast<std::size_t>(columns()), 0.0);
    double* const cells = room.data();
    // Entries as they were added above: a threshold is for each of them, not for their sum or for
    // what is not stored.
    for (std::int64_t i = from; i < to; ++i) cells[indices[i]] += as_doubles[i - from];
    score_carefully(cells, 1, r, joint);
  }
}

void LinearScorer::score_carefully(const double* cells, std::int64_t step, std::int64_t row,
                                   double* joint) const {
  const auto width = static_cast<std::size_t>(classes());
  for (std::size_t k = 0; k < width; ++k) {
    double sum = log_prior_[k];
    for (std::int64_t j = 0; j < columns(); ++j) {
      const double x = cells[j * step];
      if (std::isinf(x)) refuse_infinite(x);
      const std::size_t at = static_cast<std::size_t>(j) * width + k;
      if (std::isnan(x)) continue;
      if (x == 0) {
        if (!absent_.empty()) sum += absent_[at];
      } else if (x == 1) {
        sum += present_[at];
      } else {
        sum += absent_.empty() ? x * present_[at] : x * weight_[at] + absent_[at];
      }
    }
    joint[static_cast<std::int64_t>(k) * kTileRows + row] = sum;
  }
}

}  // namespace tally
#endif
