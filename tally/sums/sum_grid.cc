// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/sum_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tally/sums/sum_bytes.h"

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

void add_row(const std::uint32_t* from, std::int64_t count, std::uint32_t* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] += from[i];
}

}  // namespace

ExactSum SumGrid::cell(std::size_t cell) const {
  ExactSum sum = rest_.at(cell);
  sum.add(small_in(cell));
  if (!fixed_.empty()) sum.add_scaled(fixed_[cell], fixed_base_);
  return sum;
}

const ExactSum& SumGrid::value(std::size_t cell, ExactSum& room) const {
  if (fixed_.empty() && small_in(cell) == 0) return rest_.at(cell);
  return room = this->cell(cell);
}

void SumGrid::add(std::size_t cell, std::int64_t amount) {
  if (amount == 0) return;
  if (amount > 0) {
    make_small();
    SmallRoom room(small_[cell]);
    if (room.make(static_cast<std::uint64_t>(amount))) {
      small_[cell] += static_cast<std::uint32_t>(amount);
      rooms_[cell / static_cast<std::size_t>(columns_)].include(room.most());
      return;
    }
  } else if (amount >= -small_in(cell)) {
    small_[cell] -= static_cast<std::uint32_t>(-amount);
    return;
  }
  rest_.made(cell).add(amount);
}

void SumGrid::add(std::size_t cell, const ExactSum& sum) {
  if (const auto whole = sum.whole()) return add(cell, *whole);
  for (const ExactSum::Limb& limb : sum.limbs()) add_fixed(cell, limb.amount, limb.exponent);
}

void SumGrid::add_fixed(std::size_t cell, int128 amount, std::int32_t exponent) {
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
    rest_.made(cell).add_scaled(amount, exponent);
  }
}

void SumGrid::make_small() {
  if (has_small()) return;
  small_.resize(cells());
  rooms_.resize(static_cast<std::size_t>(classes_));
}

std::uint32_t SumGrid::largest_small(std::int64_t klass) const {
  const std::uint32_t* const row = small(klass);
  std::uint32_t most = 0;
  for (std::int64_t i = 0; i < columns_; ++i) most = std::max(most, row[i]);
  return most;
}

// Few integers have become as large as they might. Where one has, little room would be found, and
// looked for again and again.
bool SumGrid::look_for_room(std::int64_t klass, std::uint64_t more) {
  const std::uint32_t most = largest_small(klass);
  if (most >> 31 != 0) return false;
  Room room(most);
  const bool found = room.make(more);
  rooms_[static_cast<std::size_t>(klass)] = room;
  return found;
}

void SumGrid::clear_small(std::int64_t klass) {
  std::fill_n(small_.begin() + klass * columns_, columns_, 0);
  rooms_[static_cast<std::size_t>(klass)] = Room();
}

void SumGrid::take_small(SumGrid& from) {
  if (has_small()) return;
  small_ = std::exchange(from.small_, {});
  rooms_ = std::exchange(from.rooms_, {});
}

bool SumGrid::move_small_if_room(SumGrid& from, std::int64_t klass) {
  if (from.most_small(klass) == 0) return true;
  std::uint32_t* to = small_for(klass, from.most_small(klass));
  if (to == nullptr) to = small_for(klass, from.largest_small(klass));
  if (to == nullptr) return false;
  add_row(from.small(klass), columns_, to);
  from.clear_small(klass);
  return true;
}

void SumGrid::move_small(SumGrid& from, std::int64_t klass) {
  if (from.most_small(klass) == 0) return;
  make_small();
  if (move_small_if_room(from, klass)) return;
  add_one_by_one(from, klass, 1);
  from.clear_small(klass);
}

void SumGrid::add_one_by_one(const SumGrid& other, std::int64_t klass, int sign) {
  for (std::int64_t i = 0; i < columns_; ++i) {
    add(static_cast<std::size_t>(klass * columns_ + i), sign * std::int64_t{other.small(klass)[i]});
  }
}

void SumGrid::combine(const SumGrid& other, int sign) {
  if (other.has_small()) make_small();
  for (std::int64_t k = 0; k < classes_ && other.has_small(); ++k) {
    std::uint32_t* const to = sign > 0 ? small_for(k, other.most_small(k)) : nullptr;
    if (to == nullptr) {
      add_one_by_one(other, k, sign);
    } else {
      add_row(other.small(k), columns_, to);
    }
  }
  for (std::size_t cell = 0; cell < other.fixed_.size(); ++cell) {
    add_fixed(cell, sign * other.fixed_[cell], other.fixed_base_);
  }
  other.rest_.for_each([&](std::size_t cell, const ExactSum& sum) {
    sign > 0 ? rest_.made(cell) += sum : rest_.made(cell) -= sum;
  });
}

SumGrid& SumGrid::operator+=(const SumGrid& other) {
  if (is_empty()) return *this = other;
  if (&other == this) return *this += SumGrid(other);
  combine(other, 1);
  return *this;
}

SumGrid& SumGrid::operator-=(const SumGrid& other) {
  if (&other == this) return *this = SumGrid(classes_, columns_);
  combine(other, -1);
  return *this;
}

bool operator==(const SumGrid& a, const SumGrid& b) {
  if (a.classes_ != b.classes_ || a.columns_ != b.columns_) return false;
  ExactSum room_a, room_b;
  for (std::size_t cell = 0; cell < a.cells(); ++cell) {
    if (!(a.value(cell, room_a) == b.value(cell, room_b))) return false;
  }
  return true;
}

void SumGrid::reshape(std::int64_t classes, std::int64_t columns,
                      const std::vector<std::int64_t>& place) {
  SumGrid grown(classes, columns);
  const auto spread = [&](const auto& from, auto& to) {
    if (from.empty()) return;
    to.resize(grown.cells());
    for (std::int64_t k = 0; k < classes_; ++k) {
      std::copy_n(from.begin() + k * columns_, columns_,
                  to.begin() + place[static_cast<std::size_t>(k)] * columns);
    }
  };
  spread(small_, grown.small_);
  spread(fixed_, grown.fixed_);
  grown.fixed_base_ = fixed_base_;
  if (has_small()) grown.rooms_.resize(static_cast<std::size_t>(classes));
  for (std::size_t k = 0; k < rooms_.size(); ++k) {
    grown.rooms_[static_cast<std::size_t>(place[k])] = rooms_[k];
  }
  const auto width = static_cast<std::size_t>(columns_);
  rest_.for_each([&](std::size_t cell, const ExactSum& sum) {
    grown.adder(place[cell / width], static_cast<std::int64_t>(cell % width)) = sum;
  });
  *this = std::move(grown);
}

// The value in units of 2^fixed_base_, if it is an integer of 128 bits in them.
bool SumGrid::fixed_value(std::size_t cell, int128& value) const {
  std::int64_t rest;
  if (!rest_.at(cell).whole_at_once(rest)) return false;
  value = fixed_[cell];
  const int128 whole = static_cast<int128>(rest) + small_in(cell);
  if (whole == 0) return true;
  int128 units;
  return shifted(whole, -fixed_base_, units) && !__builtin_add_overflow(value, units, &value);
}

bool SumGrid::has_negative() const {
  if (fixed_.empty()) {  // then none has a sign but a rest
    bool any = false;
    rest_.for_each([&](std::size_t cell, const ExactSum& sum) {
      any = any || (sum.sign() < 0 && this->cell(cell).sign() < 0);
    });
    return any;
  }
  for (std::size_t cell = 0; cell < cells(); ++cell) {
    int128 value = 0;
    if (fixed_value(cell, value) ? value < 0 : this->cell(cell).sign() < 0) return true;
  }
  return false;
}

void SumGrid::round_to(double* out) const {
  const std::size_t count = cells();
  if (fixed_.empty()) {
    if (has_small()) {
      std::copy(small_.begin(), small_.end(), out);
    } else {
      std::fill_n(out, count, 0);
    }
    ExactSum room;
    rest_.for_each(
        [&](std::size_t cell, const ExactSum&) { out[cell] = value(cell, room).to_double(); });
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

std::vector<ExactSum> SumGrid::column_totals() const {
  return totals(static_cast<std::size_t>(columns_), 0, 1);
}

std::vector<ExactSum> SumGrid::class_totals() const {
  return totals(static_cast<std::size_t>(classes_), 1, 0);
}

// A cell belongs to the total class · class_step + column · column_step. Integers are added up as integers.
std::vector<ExactSum> SumGrid::totals(std::size_t count, std::size_t class_step,
                                      std::size_t column_step) const {
  const auto width = static_cast<std::size_t>(columns_);
  const auto for_each_cell = [&](auto&& f) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(classes_); ++k) {
      for (std::size_t j = 0; j < width; ++j) f(k * width + j, k * class_step + j * column_step);
    }
  };
  std::vector<ExactSum> out(count);
  if (has_small()) {
    std::vector<std::int64_t> whole(count);  // 2^31 cells of 32 bits fit
    for_each_cell([&](std::size_t cell, std::size_t to) { whole[to] += small_[cell]; });
    for (std::size_t i = 0; i < count; ++i) out[i].add(whole[i]);
  }
  if (!fixed_.empty()) {
    std::vector<int128> units(count);
    for_each_cell([&](std::size_t cell, std::size_t to) {
      int128 sum;
      if (__builtin_add_overflow(units[to], fixed_[cell], &sum)) {
        out[to].add_scaled(fixed_[cell], fixed_base_);
      } else {
        units[to] = sum;
      }
    });
    for (std::size_t i = 0; i < count; ++i) out[i].add_scaled(units[i], fixed_base_);
  }
  rest_.for_each([&](std::size_t cell, const ExactSum& sum) {
    out[cell / width * class_step + cell % width * column_step] += sum;
  });
  return out;
}

void SumGrid::append_to(std::string& bytes) const {
  ExactSum room;
  for (std::size_t cell = 0; cell < cells(); ++cell) append_sum(value(cell, room), bytes);
}

SumGrid SumGrid::take(std::int64_t classes, std::int64_t columns, std::string_view& bytes) {
  SumGrid sums(classes, columns);
  for (std::size_t cell = 0; cell < sums.cells(); ++cell) sums.add(cell, take_sum(bytes));
  return sums;
}

}  // namespace tally
