// SPDX-License-Identifier: Apache-2.0
#include "tally/count/histogram_tally.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "tally/base/error.h"
#include "tally/count/rows_to_count.h"
#include "tally/count/sum_checks.h"

namespace tally {

static_assert(CellSlots::kFirst == 1, "slot 0 is `missing`");

namespace {

constexpr std::int64_t kTile = 2048;  // rows

void copy_numbers(const Numbers& numbers, std::int64_t begin, std::span<double> to) {
  Numbers part = numbers;
  part.data = static_cast<const char*>(part.data) + begin * part.stride;
  part.validity.offset += begin;
  for_each_number(part, static_cast<std::int64_t>(to.size()),
                  [&](std::int64_t row, double x) { to[static_cast<std::size_t>(row)] = x; });
}

void count_whole(std::span<const std::int32_t> slots, const std::int32_t* classes,
                 const std::vector<std::uint32_t*>& counts) {
  std::uint32_t* const* const counts_of = counts.data();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (classes[i] >= 0) ++counts_of[classes[i]][slots[i]];
  }
}

}  // namespace

std::vector<HistogramTally::Cell> HistogramTally::cells() const {
  std::vector<char> seen(static_cast<std::size_t>(slots()));
  for (const SumRow& row : cells_) {
    const std::span<const std::uint32_t> small = row.small();
    for (std::size_t i = 0; i < small.size(); ++i) seen[i] |= static_cast<char>(small[i] != 0);
    const std::span<const ExactSum> wide = row.wide();
    for (std::size_t i = 0; i < wide.size(); ++i) seen[i] |= static_cast<char>(!wide[i].is_zero());
  }
  std::vector<Cell> out;
  out.reserve(static_cast<std::size_t>(slots_.size()));
  slots_.for_each_in_order([&](std::int32_t slot) {
    if (seen[static_cast<std::size_t>(slot)] != 0) out.push_back({slots_.cell_of(slot), slot});
  });
  return out;
}

std::int32_t HistogramTally::find_slot_of(std::int32_t cell) const {
  const std::int32_t slot = slots_.find_cell(cell);
  return slot == 0 ? -1 : slot;
}

std::string HistogramTally::key_of(std::int32_t slot) const {
  return slot < kFirstSlot ? "" : std::to_string(slots_.cell_of(slot));
}

std::optional<std::int32_t> HistogramTally::cell_of_key(std::string_view key) {
  std::int32_t cell = 0;
  const char* const end = key.data() + key.size();
  const auto read = std::from_chars(key.data(), end, cell);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  if (cell < -kMostFineCell || cell > kMostFineCell) return std::nullopt;
  const char first = key[key[0] == '-' ? 1 : 0];
  if (first == '0' && key.size() > 1) return std::nullopt;  // before other digits, or with a sign
  return cell;
}

std::vector<std::int32_t> HistogramTally::slots_by_key() const {
  // A key has eight bytes at most: as an integer, the first byte highest, it sorts as its text does.
  std::vector<std::pair<std::uint64_t, std::int32_t>> keys;
  keys.reserve(static_cast<std::size_t>(slots_.size()));
  for (std::int32_t slot = kFirstSlot; slot < slots(); ++slot) {
    char text[sizeof(std::uint64_t)] = {};
    std::to_chars(text, text + sizeof(text), slots_.cell_of(slot));
    std::uint64_t key = 0;
    for (const char byte : text) key = key << 8 | static_cast<unsigned char>(byte);
    keys.emplace_back(key, slot);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::int32_t> out;
  out.reserve(keys.size());
  for (const auto& [key, slot] : keys) out.push_back(slot);
  return out;
}

// NaN is missing, and so is what is infinite: its row does not count.
std::int32_t HistogramTally::made_slot_of_number(double d) {
  return std::isfinite(d) ? slots_.made(fine_cell(d)) : kMissingSlot;
}

void HistogramTally::add_to_slot(std::int32_t class_code, std::int32_t slot, std::uint32_t times) {
  SumRow& row = made_row_of(class_code);
  const auto at = static_cast<std::size_t>(slot);
  row.resize(at + 1);
  if (std::uint32_t* const counts = row.small_for(times)) {
    counts[at] += times;
  } else {
    row.made(at).add(std::int64_t{times});
  }
}

// First the slots of some rows, then their counts: so few of them that the slots stay at hand, and
// no row of sums grows while it is added to.
void HistogramTally::count_from(const Column& column, std::int64_t first, const RowsToCount& rows) {
  const Numbers& numbers = rows.numbers(column, spec_.columns[0]);
  std::array<double, kTile> copies;
  std::array<std::int32_t, kTile> slots;
  const double* const plain = plain_doubles(numbers);
  for (std::int64_t begin = first; begin < rows.batch.rows; begin += kTile) {
    const auto size = static_cast<std::size_t>(std::min(rows.batch.rows - begin, kTile));
    if (plain == nullptr) copy_numbers(numbers, begin, std::span(copies).first(size));
    find_slots(plain == nullptr ? copies.data() : plain + begin, rows.classes.data() + begin,
               std::span(slots).first(size));
    count_slots(std::span(slots).first(size), begin, rows);
  }
}

void HistogramTally::find_slots(const double* numbers, const std::int32_t* classes,
                                std::span<std::int32_t> slots) {
  const double origin = spec_.origin;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const double d = numbers[i] - origin;
    std::int32_t slot = slots_.find(d);
    if (slot == 0 && classes[i] >= 0) [[unlikely]]
      slot = made_slot_of_number(d);
    slots[i] = slot;
  }
}

void HistogramTally::count_slots(std::span<const std::int32_t> slots, std::int64_t begin,
                                 const RowsToCount& rows) {
  if (rows.class_count == 0) return;
  if (rows.weights.empty()) {
    // Without weights integers of 32 bits, while they hold as many rows.
    const std::vector<std::uint64_t> additions(static_cast<std::size_t>(rows.class_count),
                                               slots.size());
    const std::vector<std::uint32_t*> counts = small_by_class(additions);
    if (!counts.empty()) return count_whole(slots, rows.classes.data() + begin, counts);
  }
  const std::vector<ExactSum*> sums = cells_by_class(rows.class_count);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    rows.weigh(begin + static_cast<std::int64_t>(i), [&](std::int32_t klass, auto weight) {
      add_weighted(sums[static_cast<std::size_t>(klass)][slots[i]], weight);
    });
  }
}

ExactSum* HistogramTally::find_cell(std::int32_t class_code, Part part, std::string_view key) {
  if (part == Part::kMissing && key.empty()) return &cell(class_code, kMissingSlot);
  if (part != Part::kValue) return nullptr;
  const std::optional<std::int32_t> at = cell_of_key(key);
  return at ? &cell(class_code, slots_.made(*at)) : nullptr;
}

std::vector<std::int32_t> HistogramTally::same_slots(const Tally& other) {
  const HistogramTally& theirs = *as_histogram(other);
  std::vector<std::int32_t> slots{kMissingSlot};
  slots.reserve(static_cast<std::size_t>(theirs.slots()));
  for (std::int32_t there = kFirstSlot; there < theirs.slots(); ++there) {
    slots.push_back(slots_.made(theirs.slots_.cell_of(there)));
  }
  return slots;
}

ExactSum HistogramTally::total(std::int32_t class_code) const {
  const SumRow& sums = row_of(class_code);
  if (sums.is_small()) {
    // Fewer than 2^31 slots of 32 bits each: there is room for all of them.
    const std::span<const std::uint32_t> small = sums.small();
    return ExactSum(std::accumulate(small.begin(), small.end(), std::int64_t{0}));
  }
  ExactSum sum;
  for (const ExactSum& one : sums.wide()) sum += one;
  return sum;
}

std::string HistogramTally::impossibility(std::int32_t class_code,
                                          const ExactSum& class_weight) const {
  // Integers of 32 bits are neither negative nor large.
  const std::span<const ExactSum> sums = row_of(class_code).wide();
  if (any_beyond_bounds(sums)) return std::string(kBeyondBounds);
  if (const std::size_t i = first_negative(sums, 0); i < sums.size()) {
    const auto slot = static_cast<std::int32_t>(i);
    return slot == kMissingSlot ? std::string(kNegativeMissing)
                                : "a negative count of the cell " + key_of(slot);
  }
  return impossible_rows(ExactSum(), total(class_code), class_weight);
}

const HistogramTally* as_histogram(const Tally& tally) {
  return tally.spec().beside == Beside::kHistogram ? static_cast<const HistogramTally*>(&tally)
                                                   : nullptr;
}

HistogramTally* as_histogram(Tally& tally) {
  return const_cast<HistogramTally*>(as_histogram(std::as_const(tally)));
}

}  // namespace tally
