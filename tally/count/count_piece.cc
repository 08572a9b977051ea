#include "tally/count/count_piece.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tally/base/error.h"
#include "tally/count/whole_numbers.h"

namespace tally {

namespace {

constexpr int kFixedBits = 48;
constexpr std::int64_t kMostFixed = std::int64_t{1} << 26;
constexpr std::int64_t kTileRows = 64;

// A whole number from 0 to 2^20.
inline bool is_small_whole(double x) {
  return x >= 0 && x <= kMostSmallWhole && static_cast<double>(static_cast<std::int32_t>(x)) == x;
}

}  // namespace

double CountPiece::ruled(double x) const {
  if (std::isinf(x)) {
    throw Error(ErrorKind::kData, "expected a finite number, found " + shortest(x));
  }
  if (x < 0 && !rule_.may_be_negative) {
    throw Error(ErrorKind::kUsage, "expected numbers from 0 on, found " + shortest(x));
  }
  if (!rule_.threshold || std::isnan(x)) return x;
  return x > *rule_.threshold ? 1 : 0;
}

void CountPiece::add_cell(std::size_t cell, double x) {
  x = ruled(x);
  if (x == 0) return;
  if (is_small_whole(x)) {
    whole_[cell] += x;
  } else if (std::isnan(x)) {
    missing_[cell].add(std::int64_t{1});
  } else {
    add_fixed(cell, x);
  }
}

void CountPiece::add_weighted_cell(std::size_t cell, double x, double weight) {
  x = ruled(x);
  if (x == 0) return;
  if (std::isnan(x)) {
    missing_[cell].add(weight);
  } else if (const double product = weight * x;
             is_small_whole(weight) && is_small_whole(x) && product <= kMostSmallWhole) {
    whole_[cell] += product;
  } else if (x == 1) {
    add_fixed(cell, weight);
  } else {
    rest_[cell].add_product(weight, x);
  }
}

void CountPiece::add_fixed(std::size_t cell, double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto biased = static_cast<int>(bits >> 52 & 0x7ff);
  if (fixed_.empty()) {
    fixed_.resize(whole_.size());
    fixed_base_ = biased - 1075 - kFixedBits + 8;
  }
  const int shift = biased - 1075 - fixed_base_;
  if (biased == 0 || shift < 0 || shift > kFixedBits) {
    rest_[cell].add(x);
    return;
  }
  const auto mantissa =
      static_cast<std::int64_t>((bits & ((std::uint64_t{1} << 52) - 1)) | std::uint64_t{1} << 52);
  const int128 amount = static_cast<int128>(mantissa) << shift;
  fixed_[cell] += x < 0 ? -amount : amount;
  if (++fixed_added_ == kMostFixed) empty_fixed();
}

void CountPiece::empty_fixed() {
  for (std::size_t cell = 0; cell < fixed_.size(); ++cell) {
    if (fixed_[cell] == 0) continue;
    rest_[cell].add_scaled(fixed_[cell], fixed_base_);
    fixed_[cell] = 0;
  }
  fixed_added_ = 0;
}

void CountPiece::count(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                       std::span<const std::int32_t> classes, std::span<const double> weights) {
  std::vector<double> tile(static_cast<std::size_t>(kTileRows * columns_));
  const bool plain = weights.empty() && !rule_.threshold;
  for (std::int64_t first = begin; first < end; first += kTileRows) {
    const std::int64_t rows = std::min(kTileRows, end - first);
    matrix.copy({first, rows, 0, columns_}, tile.data(), columns_, 1);
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto row = static_cast<std::size_t>(first + r);
      const std::int32_t k = classes[row];
      if (k < 0) continue;
      const double* x = tile.data() + r * columns_;
      const std::size_t cell = static_cast<std::size_t>(k) * static_cast<std::size_t>(columns_);
      if (plain && all_small_whole(x, columns_)) {
        double* to = whole_.data() + cell;
        for (std::int64_t j = 0; j < columns_; ++j) to[j] += x[j];
        continue;
      }
      for (std::int64_t j = 0; j < columns_; ++j) {
        const std::size_t at = cell + static_cast<std::size_t>(j);
        if (weights.empty()) {
          add_cell(at, x[j]);
        } else if (weights[row] != 0) {
          add_weighted_cell(at, x[j], weights[row]);
        }
      }
    }
  }
}

void CountPiece::count(const SparseMatrix& matrix, std::int64_t begin, std::int64_t end,
                       std::span<const std::int32_t> classes, std::span<const double> weights) {
  visit_type(matrix.values_type, [&](auto value) {
    if (matrix.indices_type == NumberType::kInt32) {
      count_entries<decltype(value), std::int32_t>(matrix, begin, end, classes, weights);
    } else {
      count_entries<decltype(value), std::int64_t>(matrix, begin, end, classes, weights);
    }
  });
}

template <class Value, class Index>
void CountPiece::count_entries(const SparseMatrix& matrix, std::int64_t begin, std::int64_t end,
                               std::span<const std::int32_t> classes,
                               std::span<const double> weights) {
  const auto* indices = static_cast<const Index*>(matrix.indices);
  const auto* values = static_cast<const Value*>(matrix.values);
  const auto width = static_cast<std::size_t>(columns_);
  const bool plain = weights.empty() && !rule_.threshold;
  for (std::int64_t line = begin; line < end; ++line) {
    const std::int64_t from = matrix.start(line), to = matrix.start(line + 1);
    if (!matrix.by_column && classes[static_cast<std::size_t>(line)] < 0) continue;
    if (plain && all_small_whole(values + from, to - from)) {
      if (matrix.by_column) {
        for (std::int64_t i = from; i < to; ++i) {
          const std::int32_t k = classes[static_cast<std::size_t>(indices[i])];
          if (k < 0) continue;
          whole_[static_cast<std::size_t>(k) * width + static_cast<std::size_t>(line)] +=
              static_cast<double>(values[i]);
        }
      } else {
        double* cells = whole_.data() +
                        static_cast<std::size_t>(classes[static_cast<std::size_t>(line)]) * width;
        for (std::int64_t i = from; i < to; ++i) {
          cells[indices[i]] += static_cast<double>(values[i]);
        }
      }
      continue;
    }
    for (std::int64_t i = from; i < to; ++i) {
      const auto row = static_cast<std::size_t>(matrix.by_column ? indices[i] : line);
      const auto column = static_cast<std::size_t>(matrix.by_column ? line : indices[i]);
      if (classes[row] < 0) continue;
      const std::size_t cell = static_cast<std::size_t>(classes[row]) * width + column;
      if (weights.empty()) {
        add_cell(cell, static_cast<double>(values[i]));
      } else if (weights[row] != 0) {
        add_weighted_cell(cell, static_cast<double>(values[i]), weights[row]);
      }
    }
  }
}

void CountPiece::move_into(ClassSums& sums, std::map<std::int64_t, ExactSum>& missing) {
  for (std::size_t cell = 0; cell < whole_.size(); ++cell) {
    if (whole_[cell] != 0) sums.cells()[cell].add(static_cast<std::int64_t>(whole_[cell]));
  }
  for (std::size_t cell = 0; cell < fixed_.size(); ++cell) {
    sums.cells()[cell].add_scaled(fixed_[cell], fixed_base_);
  }
  for (const auto& [cell, sum] : rest_) sums.cells()[cell] += sum;
  for (const auto& [cell, sum] : missing_) missing[static_cast<std::int64_t>(cell)] += sum;
}

}  // namespace tally
