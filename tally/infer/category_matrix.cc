// Scoring of a matrix of codes.
#include <algorithm>
#include <cmath>

#include "tally/base/error.h"
#include "tally/infer/matrix_scorer.h"

namespace tally {

namespace {

constexpr std::int64_t kMissing = -1;

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
  std::int64_t start = 0;
  for (const std::int64_t width : widths_) {
    starts_.push_back(start);
    start += width * classes;
  }
}

void CategoryScorer::score(const Matrix& matrix, std::int64_t first, std::int64_t rows,
                           double* cells, double* joint) const {
  const bool as_they_lie =
      matrix.type == NumberType::kInt64 && (matrix.column_stride == 8 || columns() == 1) &&
      matrix.row_stride % 8 == 0 && reinterpret_cast<std::uintptr_t>(matrix.data) % 8 == 0;
  if (!as_they_lie) matrix.copy({first, rows, 0, columns()}, cells, columns(), 1);
  std::vector<double> sums(static_cast<std::size_t>(classes()));
  for (std::int64_t r = 0; r < rows; ++r) {
    if (as_they_lie) {
      score_row(reinterpret_cast<const std::int64_t*>(static_cast<const char*>(matrix.data) +
                                                      (first + r) * matrix.row_stride),
                r, sums.data(), joint);
    } else {
      score_row(cells + r * columns(), r, sums.data(), joint);
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
