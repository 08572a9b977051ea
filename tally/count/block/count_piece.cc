// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/count_piece.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tally/base/error.h"
#include "tally/batch/index_check.h"

namespace tally {

namespace {

constexpr std::int64_t kTileRows = 64;
constexpr std::int64_t kMostTimes = 1 << 11;  // that a row may name a column: 2^31 counts at most

// A whole number from 0 to 2^20.
inline bool is_small_whole(double x) {
  return x >= 0 && x <= kMostSmallWhole && static_cast<double>(static_cast<std::int32_t>(x)) == x;
}

// All columns, as a row of a dense matrix has them.
struct EveryColumn {
  std::int64_t operator[](std::int64_t i) const { return i; }
};

// Whether no column occurs twice in a row. Throws if an index leads outside.
bool occurs_once(EveryColumn, std::int64_t, std::int64_t) { return true; }
template <class Index>
bool occurs_once(const Index* indices, std::int64_t count, std::int64_t columns) {
  if (ascend_within(indices, count, columns)) return true;
  check_within(indices, count, columns);
  return false;
}

// cells[2 index_i], cells[2 index_i + 1] += pair_i: both in one vector of the plainest machine.
template <class Indices>
void add_pairs(const double* __restrict pairs, Indices indices, std::int64_t count,
               double* __restrict cells) {
  for (std::int64_t i = 0; i < count; ++i) {
    double* const to = cells + 2 * static_cast<std::int64_t>(indices[i]);
    to[0] += pairs[2 * i];
    to[1] += pairs[2 * i + 1];
  }
}

}  // namespace

CountPiece::CountPiece(std::int64_t classes, std::int64_t columns, const CellRule& rule)
    : columns_(columns),
      rule_(rule),
      sliced_(static_cast<std::size_t>(classes)),
      emptied_(classes, columns) {}

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

void CountPiece::add_cell(std::int32_t klass, std::size_t column, double x, double weight) {
  x = ruled(x);
  if (x == 0 || weight == 0) return;
  const std::size_t cell =
      static_cast<std::size_t>(klass) * static_cast<std::size_t>(columns_) + column;
  if (std::isnan(x)) return missing_[cell].add(weight);
  const bool whole = is_small_whole(x);
  if (whole && is_small_whole(weight) && weight * x <= kMostSmallWhole) {
    const auto amount = static_cast<std::uint32_t>(weight * x);
    small_cells(klass, amount)[column] += amount;
  } else if (weight == 1) {
    add_real(klass, column, x, x);
  } else if (whole && weight > 0x1p-900 && weight < 0x1p900) {
    // The two halves of the weight have 26 and 27 bits: their products are not rounded.
    constexpr std::uint64_t kLowHalf = (std::uint64_t{1} << 27) - 1;
    const double high = std::bit_cast<double>(std::bit_cast<std::uint64_t>(weight) & ~kLowHalf);
    add_real(klass, column, high * x, high * x);
    if (weight != high) add_real(klass, column, (weight - high) * x, high * x);
  } else {
    rest_[cell].add_product(weight, x);
  }
}

std::uint32_t* CountPiece::small_cells(std::int32_t klass, std::uint64_t most) {
  if (small_ == nullptr) {
    if (shared_ == nullptr) share_small();
    std::call_once(shared_->made, [&] { shared_->sums.make_small(); });
    small_ = &shared_->sums;
  }
  std::uint32_t* const cells = small_->small_for(klass, most);
  if (cells != nullptr) return cells;
  emptied_.move_small(*small_, klass);
  return small_->small_for(klass, most);
}

template <class Size>
double* CountPiece::sliced_cells(std::int32_t klass, std::int64_t times, Size&& size) {
  if (slices_.empty()) slices_.resize(2 * emptied_.cells());
  // Where many numbers could not be cut, the range was wrong for what came after.
  if (!range_ || (not_cut_ > cut_ / 4 && cut_ + not_cut_ > next_range_)) {
    for (std::size_t k = 0; k < sliced_.size() && range_; ++k) empty_slices(k, emptied_);
    if (range_) next_range_ *= 2;
    range_.emplace(size());
    cut_ = not_cut_ = 0;
  }
  const auto k = static_cast<std::size_t>(klass);
  if (sliced_[k] + times > SliceRange::kRoom) empty_slices(k, emptied_);
  sliced_[k] += times;
  return slices_.data() + 2 * k * static_cast<std::size_t>(columns_);
}

void CountPiece::add_real(std::int32_t klass, std::size_t column, double x, double size) {
  double* const to = sliced_cells(klass, 1, [&] { return size; }) + 2 * column;
  double high, low;
  if (range_->cut(x, high, low)) {
    to[0] += high;
    to[1] += low;
    ++cut_;
  } else {
    rest_[static_cast<std::size_t>(klass) * static_cast<std::size_t>(columns_) + column].add(x);
    ++not_cut_;
  }
}

template <class Indices>
bool CountPiece::add_small_row(std::int32_t klass, const double* values, Indices indices,
                               std::int64_t count, std::int64_t times) {
  std::uint32_t most = 1;
  if (rule_.threshold) {
    if (!rule_.may_be_negative) return false;
    if (!to_indicators(values, count, *rule_.threshold, integers_.data())) return false;
  } else if (!to_small_whole(values, count, integers_.data(), most)) {
    return false;
  }
  if (times > kMostTimes) return false;
  std::uint32_t* const cells = small_cells(klass, most * static_cast<std::uint64_t>(times));
  const std::uint32_t* const integers = integers_.data();
  for (std::int64_t i = 0; i < count; ++i) cells[indices[i]] += integers[i];
  return true;
}

template <class Indices>
bool CountPiece::add_sliced_row(std::int32_t klass, const double* values, Indices indices,
                                std::int64_t count, std::int64_t times) {
  if (rule_.threshold || times > kMostTimes) return false;
  double* const cells = sliced_cells(klass, times, [&] {
    double most = 0;
    for (std::int64_t i = 0; i < count; ++i) most = std::max(most, std::abs(values[i]));
    return most;
  });
  if (!cut_row(values, count, *range_, rule_.may_be_negative, pairs_.data())) return false;
  cut_ += count;
  add_pairs(pairs_.data(), indices, count, cells);
  return true;
}

template <class Indices>
void CountPiece::count_row(std::int32_t klass, const double* values, Indices indices,
                           std::int64_t count, double weight) {
  const std::int64_t times = occurs_once(indices, count, columns_) ? 1 : count;
  const auto padded = static_cast<std::size_t>(count + kRowPadding);
  if (integers_.size() < padded) {
    integers_.resize(padded);
    pairs_.resize(2 * padded);
  }
  if (weight == 1) {
    // Where there are slices already, whole numbers are cut as well.
    const bool sliced_first = small_ == nullptr && !slices_.empty();
    if (sliced_first && add_sliced_row(klass, values, indices, count, times)) return;
    if (add_small_row(klass, values, indices, count, times)) return;
    if (!sliced_first && add_sliced_row(klass, values, indices, count, times)) return;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    add_cell(klass, static_cast<std::size_t>(indices[i]), values[i], weight);
  }
}

void CountPiece::count(const Matrix& matrix, std::int64_t begin, std::int64_t end,
                       std::span<const std::int32_t> classes, std::span<const double> weights) {
  std::vector<double> tile(static_cast<std::size_t>(kTileRows * columns_));
  for (std::int64_t first = begin; first < end; first += kTileRows) {
    const std::int64_t rows = std::min(kTileRows, end - first);
    matrix.copy({first, rows, 0, columns_}, tile.data(), columns_, 1);
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto row = static_cast<std::size_t>(first + r - begin);
      if (classes[row] < 0) continue;
      count_row(classes[row], tile.data() + r * columns_, EveryColumn(), columns_,
                weights.empty() ? 1 : weights[row]);
    }
  }
}

template void CountPiece::count_row(std::int32_t, const double*, const std::int32_t*, std::int64_t,
                                    double);
template void CountPiece::count_row(std::int32_t, const double*, const std::int64_t*, std::int64_t,
                                    double);

void CountPiece::empty_slices(std::size_t klass, SumGrid& to) {
  const std::size_t begin = klass * static_cast<std::size_t>(columns_);
  for (std::size_t cell = begin; cell < begin + static_cast<std::size_t>(columns_); ++cell) {
    double& high = slices_[2 * cell];
    double& low = slices_[2 * cell + 1];
    to.add_fixed(cell, range_->units(high, low), range_->unit());
    high = low = 0;
  }
  sliced_[klass] = 0;
}

// The first of those that share them hands them over, and the others have none left.
void CountPiece::hand_small_over(SumGrid& sums) {
  if (small_ != nullptr) {
    sums.take_small(*small_);
    if (small_->has_small()) return;
  }
  small_ = nullptr;
  shared_ = nullptr;
}

void CountPiece::move_small_into(SumGrid& sums, std::int64_t begin, std::int64_t end) {
  if (small_ == nullptr) return;
  for (std::int64_t k = begin; k < end; ++k) sums.move_small_if_room(*small_, k);
}

void CountPiece::move_into(SumGrid& sums, std::map<std::int64_t, ExactSum>& missing) {
  for (std::size_t k = 0; k < sliced_.size(); ++k) {
    if (small_ != nullptr) sums.move_small(*small_, static_cast<std::int64_t>(k));
    if (sliced_[k] > 0) empty_slices(k, sums);
  }
  sums += emptied_;
  for (const auto& [cell, sum] : rest_) sums.add(cell, sum);
  for (const auto& [cell, sum] : missing_) missing[static_cast<std::int64_t>(cell)] += sum;
}

}  // namespace tally
