// SPDX-License-Identifier: Apache-2.0
// Scoring of a matrix of codes.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "tally/base/error.h"
#include "tally/batch/code_rows.h"
#include "tally/infer/matrix_scorer.h"

namespace tally {

namespace {

constexpr std::int64_t kMissing = -1;
constexpr std::size_t kMostQuickColumns = 256;

[[noreturn]] void refuse_negative() {
  throw Error(ErrorKind::kUsage, "expected codes from 0 on, found a negative one");
}

inline std::int64_t code_of(std::int64_t code) {
  if (code < 0) refuse_negative();
  return code;
}

inline std::int64_t code_of(double x) {
  if (std::isnan(x)) return kMissing;
  if (std::isinf(x)) {
    throw Error(ErrorKind::kData, "expected a finite number, found " + shortest(x));
  }
  if (x <= -1) refuse_negative();
  return x < 0x1p62 ? static_cast<std::int64_t>(x) : std::int64_t{1} << 62;
}

}  // namespace

CategoryScorer::CategoryScorer(std::int64_t classes, std::vector<std::int64_t> widths,
                               std::vector<double> log_p, std::vector<double> unseen,
                               std::span<const double> log_prior)
    : MatrixScorer(classes, static_cast<std::int64_t>(widths.size())),
      widths_(std::move(widths)),
      log_p_(std::move(log_p)),
      unseen_(std::move(unseen)),
      log_prior_(log_prior.begin(), log_prior.end()) {
  std::int64_t start = 0, quick_start = 0;
  std::vector<double> padded;
  for (std::size_t j = 0; j < widths_.size(); ++j) {
    const std::int64_t width = widths_[j];
    starts_.push_back(start);
    quick_starts_.push_back(quick_start);
    quick_widths_.push_back(
        static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(width + 1))));
    padded.insert(padded.end(), log_p_.begin() + start, log_p_.begin() + start + width * classes);
    for (std::int64_t code = width; code < quick_widths_[j]; ++code) {
      const auto unseen_here = unseen_.begin() + static_cast<std::int64_t>(j) * classes;
      padded.insert(padded.end(), unseen_here, unseen_here + classes);
    }
    start += width * classes;
    quick_start += quick_widths_[j];
  }
  quick_ = QuickTable(classes, padded, log_prior_);
}

void CategoryScorer::decide_quickly(const Matrix& matrix, std::int64_t first, std::int64_t rows,
                                    std::int64_t* chosen) const {
  const auto width = static_cast<std::size_t>(columns());
  std::array<std::int64_t, kMostQuickColumns> bits{};
  std::array<std::int64_t, kMostQuickColumns * kTileRows> places;
  bool fits = quick_.usable() && has_rows_of_codes(matrix) && width <= bits.size();
  if (fits) place_codes(code_rows(matrix, first, rows), quick_starts_, bits.data(), places.data());
  // A negative code has the highest bit of all.
  for (std::size_t j = 0; j < width && fits; ++j) {
    fits = bits[j] >= 0 && bits[j] < quick_widths_[j];
  }
  if (!fits) {
    std::fill_n(chosen, rows, QuickTable::kUnclear);
    return;
  }
  quick_.decide_places(places.data(), columns(), rows, chosen);
}

void CategoryScorer::score(const Matrix& matrix, std::int64_t first, std::int64_t rows,
                           std::vector<double>& room, double* joint) const {
  const bool as_they_lie = has_rows_of_codes(matrix);
  if (!as_they_lie) {
    room.resize(static_cast<std::size_t>(rows * columns()));
    matrix.copy({first, rows, 0, columns()}, room.data(), columns(), 1);
  }
  const CodeRows codes = as_they_lie ? code_rows(matrix, first, rows) : CodeRows();
  std::vector<double> sums(static_cast<std::size_t>(classes()));
  for (std::int64_t r = 0; r < rows; ++r) {
    if (as_they_lie) {
      score_row(codes.row(r), r, sums.data(), joint);
    } else {
      score_row(room.data() + r * columns(), r, sums.data(), joint);
    }
  }
}

template <class Code>
void CategoryScorer::score_row(const Code* codes, std::int64_t row, double* sums,
                               double* joint) const {
  const std::int64_t width = classes();
  const auto factors = [&](std::int64_t j) -> const double* {
    const std::int64_t code = code_of(codes[j]);
    if (code == kMissing) return nullptr;
    const auto at = static_cast<std::size_t>(j);
    return code < widths_[at] ? log_p_.data() + starts_[at] + code * width
                              : unseen_.data() + j * width;
  };
  if (width == 2) {
    double first = 0, second = 0;
    for (std::int64_t j = 0; j < columns(); ++j) {
      const double* log_p = factors(j);
      if (log_p == nullptr) continue;
      first += log_p[0];
      second += log_p[1];
    }
    joint[row] = first + log_prior_[0];
    joint[kTileRows + row] = second + log_prior_[1];
    return;
  }
  std::fill(sums, sums + width, 0.0);
  for (std::int64_t j = 0; j < columns(); ++j) {
    const double* log_p = factors(j);
    if (log_p == nullptr) continue;
    for (std::int64_t k = 0; k < width; ++k) sums[k] += log_p[k];
  }
  for (std::int64_t k = 0; k < width; ++k) {
    joint[k * kTileRows + row] = sums[k] + log_prior_[static_cast<std::size_t>(k)];
  }
}

}  // namespace tally
