// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/cell_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "tally/sums/class_sums.h"

namespace tally {

namespace {

// Later numbers may be that much finer than the first ones and still find their place.
constexpr std::int32_t kFinerBits = 16;

// amount · 2^shift, if that is an integer of 128 bits.
bool shifted(int128 amount, std::int32_t shift, int128& result) {
  if (shift < 0 || shift > 126) return false;
  result = amount << shift;
  return result >> shift == amount;
}

}  // namespace

ExactSum CellSums::cell(std::size_t cell) const {
  ExactSum sum(whole(cell));
  if (!fixed_.empty()) sum.add_scaled(fixed_[cell], fixed_base_);
  if (const auto found = rest_.find(cell); found != rest_.end()) sum += found->second;
  return sum;
}

void CellSums::add(std::size_t cell, std::int64_t amount) {
  if (amount == 0) return;
  make_room_for_whole();
  if (!narrow_.empty()) {
    std::int64_t sum;
    if (!__builtin_add_overflow(std::int64_t{narrow_[cell]}, amount, &sum) && sum >= 0 &&
        sum <= std::numeric_limits<std::uint32_t>::max()) {
      narrow_[cell] = static_cast<std::uint32_t>(sum);
      return;
    }
    widen();
  }
  if (__builtin_add_overflow(wide_[cell], amount, &wide_[cell])) {
    // The sum came out 2^64 too small or too large.
    rest_[cell].add_scaled(amount > 0 ? 1 : -1, 64);
  }
}

void CellSums::make_room_for_whole() {
  if (!has_whole()) narrow_.resize(cells());
}

void CellSums::widen() {
  wide_.assign(narrow_.begin(), narrow_.end());
  narrow_ = {};
}

bool CellSums::add_if_small(std::size_t first, std::span<const std::uint32_t> amounts) {
  if (!narrow_.empty()) {
    std::uint32_t* const to = narrow_.data() + first;
    std::uint32_t full = 0;
    for (std::size_t i = 0; i < amounts.size(); ++i) full |= to[i] + amounts[i] < to[i] ? 1 : 0;
    if (full != 0) return false;
    for (std::size_t i = 0; i < amounts.size(); ++i) to[i] += amounts[i];
    return true;
  }
  std::int64_t* const to = wide_.data() + first;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < amounts.size(); ++i) bits |= static_cast<std::uint64_t>(to[i]);
  if (bits >> 62 != 0) return false;
  for (std::size_t i = 0; i < amounts.size(); ++i) to[i] += amounts[i];
  return true;
}

void CellSums::add_fixed(std::size_t cell, int128 amount, std::int32_t exponent) {
  if (amount == 0) return;
  if (fixed_.empty()) {
    fixed_.resize(cells());
    fixed_base_ = exponent - kFinerBits;
  }
  // −2^127 would fit, but its opposite would not.
  constexpr int128 kLeast = static_cast<int128>(1) << 127;
  int128 units, sum;
  if (shifted(amount, exponent - fixed_base_, units) &&
      !__builtin_add_overflow(fixed_[cell], units, &sum) && sum != kLeast) {
    fixed_[cell] = sum;
  } else {
    rest_[cell].add_scaled(amount, exponent);
  }
}

void CellSums::add(std::size_t cell, const ExactSum& sum) {
  if (const auto whole = sum.whole()) return add(cell, *whole);
  for (const ExactSum::Limb& limb : sum.limbs()) add_fixed(cell, limb.amount, limb.exponent);
}

void CellSums::spread_classes(std::int64_t classes, const std::vector<std::int64_t>& place) {
  const auto spread = [&](auto& from) {
    std::remove_reference_t<decltype(from)> to(
        from.empty() ? 0 : static_cast<std::size_t>(classes * columns_));
    for (std::size_t k = 0; k < place.size() && !from.empty(); ++k) {
      std::copy_n(from.begin() + static_cast<std::int64_t>(k) * columns_, columns_,
                  to.begin() + place[k] * columns_);
    }
    from = std::move(to);
  };
  spread(narrow_);
  spread(wide_);
  spread(fixed_);
  std::unordered_map<std::size_t, ExactSum> rest;
  const auto width = static_cast<std::size_t>(columns_);
  for (auto& [cell, sum] : rest_) {
    rest[static_cast<std::size_t>(place[cell / width]) * width + cell % width] = std::move(sum);
  }
  rest_ = std::move(rest);
  classes_ = classes;
}

void CellSums::combine(const CellSums& other, int sign) {
  const std::size_t whole_cells = other.has_whole() ? cells() : 0;
  for (std::size_t cell = 0; cell < whole_cells; ++cell) {
    const std::int64_t amount = other.whole(cell);
    if (sign > 0 || amount != std::numeric_limits<std::int64_t>::min()) {
      add(cell, sign * amount);
    } else {
      add(cell, -(amount + 1));
      add(cell, std::int64_t{1});
    }
  }
  for (std::size_t cell = 0; cell < other.fixed_.size(); ++cell) {
    add_fixed(cell, sign * other.fixed_[cell], other.fixed_base_);
  }
  for (const auto& [cell, sum] : other.rest_) {
    sign > 0 ? rest_[cell] += sum : rest_[cell] -= sum;
  }
}

CellSums& CellSums::operator+=(const CellSums& other) {
  if (&other == this) return *this += CellSums(other);
  combine(other, 1);
  return *this;
}

CellSums& CellSums::operator-=(const CellSums& other) {
  if (&other == this) return *this = CellSums(classes_, columns_);
  combine(other, -1);
  return *this;
}

// The value in units of 2^fixed_base_, if it is an integer of 128 bits in them.
bool CellSums::fixed_value(std::size_t cell, int128& value) const {
  if (has_rest(cell)) return false;
  value = fixed_[cell];
  const std::int64_t count = whole(cell);
  if (count == 0) return true;
  int128 units;
  return shifted(count, -fixed_base_, units) && !__builtin_add_overflow(value, units, &value);
}

bool operator==(const CellSums& a, const CellSums& b) {
  if (a.classes_ != b.classes_ || a.columns_ != b.columns_) return false;
  for (std::size_t cell = 0; cell < a.cells(); ++cell) {
    if (!(a.cell(cell) == b.cell(cell))) return false;
  }
  return true;
}

bool CellSums::has_negative() const {
  for (std::size_t cell = 0; cell < cells(); ++cell) {
    int128 value = 0;
    if (fixed_.empty() && !has_rest(cell)) {
      if (whole(cell) < 0) return true;
    } else if (!fixed_.empty() && fixed_value(cell, value)) {
      if (value < 0) return true;
    } else if (this->cell(cell).sign() < 0) {
      return true;
    }
  }
  return false;
}

void CellSums::round_to(double* out) const {
  const std::size_t count = cells();
  if (fixed_.empty()) {
    if (!narrow_.empty()) {
      std::copy(narrow_.begin(), narrow_.end(), out);
    } else {
      for (std::size_t cell = 0; cell < count; ++cell) out[cell] = static_cast<double>(whole(cell));
    }
    for (const auto& item : rest_) out[item.first] = this->cell(item.first).to_double();
    return;
  }
  // A power of two scales without rounding unless it leads below the normal numbers.
  const double unit = std::ldexp(1.0, fixed_base_);
  const bool scales = fixed_base_ >= -1022 && fixed_base_ < 890;
  for (std::size_t cell = 0; cell < count; ++cell) {
    int128 value;
    if (scales && fixed_value(cell, value)) {
      const bool small = value == static_cast<std::int64_t>(value);
      out[cell] = (small ? static_cast<double>(static_cast<std::int64_t>(value))
                         : static_cast<double>(value)) *
                  unit;
    } else {
      out[cell] = this->cell(cell).to_double();
    }
  }
}

void CellSums::append_to(std::string& bytes) const {
  for (std::size_t cell = 0; cell < cells(); ++cell) append_sums({this->cell(cell)}, bytes);
}

CellSums CellSums::take(std::int64_t classes, std::int64_t columns, std::string_view& bytes) {
  CellSums sums(classes, columns);
  for (std::size_t cell = 0; cell < sums.cells(); ++cell) {
    sums.add(cell, take_sums(1, bytes)[0]);
  }
  return sums;
}

}  // namespace tally
