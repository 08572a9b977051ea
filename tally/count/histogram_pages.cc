// SPDX-License-Identifier: Apache-2.0
#include "tally/count/histogram_pages.h"

#include <algorithm>
#include <bit>

#include "tally/base/prefetch.h"
#include "tally/count/rows_to_count.h"

namespace tally {

namespace {

constexpr std::size_t kTile = 128;  // rows
constexpr std::uint64_t kSign = std::uint64_t{1} << (63 - kFineBits);
constexpr std::uint64_t kNoNumber = kSign - 2048;  // from here on NaN and ±∞, whatever the sign

// Adds to the cell that numbers with these leading bits lie in.
void add_to(HistogramTally& tally, std::int32_t klass, std::uint64_t place, std::uint32_t times) {
  const std::uint64_t size = place % kSign;
  if (size >= kNoNumber) return tally.add_missing(klass, times);
  const auto cell = static_cast<std::int32_t>(size);
  tally.add(klass, place < kSign ? cell : -cell, times);
}

}  // namespace

void HistogramPages::count(const Column& column, const RowsToCount& rows, HistogramTally& tally) {
  if (rows.class_count == 0) return;
  const double* const numbers = plain_doubles(rows.numbers(column, tally.spec().columns[0]));
  if (is_off_ || numbers == nullptr || !rows.weights.empty() ||
      !make_room(rows.class_count, tally)) {
    return tally.count(column, rows);
  }
  const auto size = static_cast<std::size_t>(rows.batch.rows);
  std::size_t row = 0;
  while (row < size) {
    const std::span<const std::int32_t> left(rows.classes.data() + row, size - row);
    row += take(numbers + row, left, tally);
    if (row == size) return;
    const auto bits = std::bit_cast<std::uint64_t>(numbers[row] - tally.origin());
    if (make_page(bits >> kFineBits, tally)) continue;
    tally.count_from(column, static_cast<std::int64_t>(row), rows);
    return;
  }
}

// Whether pages have room for the classes.
bool HistogramPages::make_room(std::int32_t classes, HistogramTally& tally) {
  const auto wanted = static_cast<std::size_t>(classes);
  if (wanted <= classes_) return true;
  empty_into(tally);
  if (wanted > kMostClasses) {
    is_off_ = true;
    return false;
  }
  classes_ = std::bit_ceil(wanted);
  counts_.assign(classes_ * kInPage, 0);
  return true;
}

// Whether the exponent has a page now.
bool HistogramPages::make_page(std::uint64_t place, HistogramTally& tally) {
  if (exponents_.size() == kMostPages) {
    empty_into(tally);
    is_off_ = true;
    return false;
  }
  exponents_.push_back(static_cast<std::uint16_t>(place / kInPage));
  pages_[place / kInPage] = static_cast<std::uint16_t>(exponents_.size());
  counts_.resize(counts_.size() + classes_ * kInPage);
  return true;
}

// Takes rows up to the first that counts and has no page; gives how many. Where a byte lies is known
// some rows before it is added to, so that the memory is asked for many of them at once.
std::size_t HistogramPages::take(const double* numbers, std::span<const std::int32_t> classes,
                                 HistogramTally& tally) {
  const double origin = tally.origin();
  const std::uint16_t* const pages = pages_.data();
  std::uint8_t* const counts = counts_.data();
  const auto place_of = [&](std::size_t row) {
    return std::bit_cast<std::uint64_t>(numbers[row] - origin) >> kFineBits;
  };
  std::array<std::uint32_t, kTile> at;  // 0: the row does not count
  for (std::size_t begin = 0; begin < classes.size(); begin += kTile) {
    const std::size_t size = std::min(kTile, classes.size() - begin);
    std::size_t found = 0;
    for (; found < size; ++found) {
      const std::int32_t klass = classes[begin + found];
      const std::uint64_t place = place_of(begin + found);
      const std::size_t page = pages[place / kInPage];
      if (page == 0 && klass >= 0) [[unlikely]]
        break;
      const std::size_t byte =
          (page * classes_ + static_cast<std::size_t>(klass)) * kInPage + place % kInPage;
      at[found] = klass < 0 ? 0 : static_cast<std::uint32_t>(byte);
      prefetch_line(counts + at[found]);
    }
    for (std::size_t i = 0; i < found; ++i) {
      if (++counts[at[i]] == 0 && at[i] != 0) [[unlikely]]
        add_to(tally, classes[begin + i], place_of(begin + i), 256);
    }
    if (found < size) return begin + found;
  }
  return classes.size();
}

void HistogramPages::empty_into(HistogramTally& tally) {
  for (std::size_t page = 1; page <= exponents_.size(); ++page) {
    const std::uint64_t first = std::uint64_t{exponents_[page - 1]} * kInPage;
    pages_[exponents_[page - 1]] = 0;
    for (std::size_t k = 0; k < classes_; ++k) {
      const std::uint8_t* const counts = counts_.data() + (page * classes_ + k) * kInPage;
      for (std::size_t i = 0; i < kInPage; ++i) {
        if (counts[i] != 0) add_to(tally, static_cast<std::int32_t>(k), first + i, counts[i]);
      }
    }
  }
  exponents_.clear();
  classes_ = 0;
  counts_ = {};
}

}  // namespace tally
