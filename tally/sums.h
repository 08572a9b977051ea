// SPDX-License-Identifier: Apache-2.0
// sums: exact numbers. What is added can be taken away again, and nothing is rounded until a double
// is asked for.
//
// A sum that rounds nothing.
//
//   value = Σ_i limb_i · 2^(32 i),   limb_i a 64-bit integer
//
// Adding is exact, so add, merge and subtract form a true group: the sum does not depend on the
// order, the grouping or the number of threads, and what was added can be taken away again, bit for
// bit. A product of up to three doubles is formed from their 53-bit mantissas and has a place of
// its own: the limbs reach from 2^-3232 to 2^3136, lazily, so that a sum of integers is one machine
// word and no more, and a column of measurements a handful of limbs. (R. M. Neal, "Fast exact
// summation using small and large superaccumulators", 2015, has the carry-save idea: limbs hold 32
// bits of value each and 31 bits of room, so that carries are propagated once in 2^30 additions.)
//
// Two sums are equal if their values are equal, however they were computed. Const functions may be
// called by several threads at once.
//
//   ExactSum sum;
//   sum.add(1e300);
//   sum.add_product(0.1, 0.1);     // the product of the two doubles, all 106 bits of it
//   sum.add(-1e300);
//   sum.to_double();               // 0.010000000000000002
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tally {

struct DoubleDouble;  // sums/double_double.h

__extension__ typedef __int128 int128;  // NOLINT(modernize-use-using): -Wpedantic

class ExactSum {
 public:
  /// One digit of the row form: amount · 2^exponent.
  struct Limb {
    std::int32_t exponent;
    std::int64_t amount;
    friend bool operator==(const Limb&, const Limb&) = default;
  };
  static constexpr std::int32_t kLeastExponent = -3232;  ///< both multiples of 32
  static constexpr std::int32_t kMostExponent = 3136;
  /// Whether a limb may have this exponent.
  static constexpr bool is_exponent(std::int64_t exponent) {
    return exponent % 32 == 0 && exponent >= kLeastExponent && exponent <= kMostExponent;
  }

  ExactSum() = default;
  explicit ExactSum(std::int64_t value) { add(value); }
  ExactSum(const ExactSum& other) : word_(other.is_small() ? other.word_ : other.copied_wide()) {}
  ExactSum& operator=(const ExactSum& other);
  /// What has been moved from is zero.
  ExactSum(ExactSum&& other) noexcept : word_(std::exchange(other.word_, 0)) {}
  ExactSum& operator=(ExactSum&& other) noexcept {
    std::swap(word_, other.word_);
    if (&other != this) other.clear();
    return *this;
  }
  ~ExactSum() { clear(); }

  void add(std::int64_t value) {
    std::int64_t doubled, sum;
    if (is_small() && !__builtin_add_overflow(value, value, &doubled) &&
        !__builtin_add_overflow(word_, doubled, &sum)) [[likely]] {
      word_ = sum;
    } else {
      add_to_wide(value);
    }
  }
  /// REQUIRES: all arguments finite.
  void add(double value);
  void add_product(double a, double b);
  void add_product(double a, double b, double c);
  /// Adds amount · 2^exponent. REQUIRES: kLeastExponent <= exponent <= kMostExponent.
  void add_scaled(int128 amount, std::int32_t exponent);

  ExactSum& operator+=(const ExactSum& other);
  ExactSum& operator-=(const ExactSum& other);

  friend bool operator==(const ExactSum& a, const ExactSum& b) {
    if (a.is_small() && b.is_small()) return a.word_ == b.word_;
    return a.limbs() == b.limbs();
  }

  bool is_zero() const { return sign() == 0; }
  int sign() const {  ///< −1, 0, 1
    return is_small() ? (word_ > 0) - (word_ < 0) : wide_sign();
  }
  /// The nearest double, ties to even; ±inf beyond the largest.
  double to_double() const { return is_small() ? static_cast<double>(small()) : wide_to_double(); }

  /// The value in double-double, off by 2^-105 of itself at most. Nothing if it is zero, beyond
  /// 2^±300, or of very many limbs.
  std::optional<DoubleDouble> nearly() const;

  /// The value if it is an integer within 64 bits.
  std::optional<std::int64_t> whole() const {
    if (is_small()) [[likely]]
      return small();
    return wide_whole();
  }

  /// The same for a value stored as one word; false if it is stored as limbs.
  bool whole_at_once(std::int64_t& value) const {
    value = small();
    return is_small();
  }

  /// The canonical digits, from the least exponent up; a function of the value alone.
  /// Zero: none. An integer that fits 64 bits: one, at exponent 0. Else: digits at multiples of 32,
  /// all of the value's sign, below 2^32 in size, none of them zero.
  std::vector<Limb> limbs() const;
  /// Calls f for each of them.
  template <class F>
  void for_each_limb(F&& f) const {
    if (is_small()) {
      if (word_ != 0) f(Limb{0, small()});
      return;
    }
    for (const Limb& limb : limbs()) f(limb);
  }
  /// Adds amount · 2^exponent, canonical or not. REQUIRES: exponent a multiple of 32 within
  /// kLeastExponent … kMostExponent.
  /// The largest product of three doubles fits 2^96 times below the end of the most limb. Amounts
  /// that no rows can have may lead beyond it: the sum stays exact, and limbs() then has exponents
  /// above kMostExponent, by which whoever checks a stranger's sums can tell.
  void add_limb(Limb limb);

 private:
  struct Wide;     // the limbs, once an integer of 63 bits is not enough
  struct Leading;  // the leading bits of their sum

  bool is_small() const { return (word_ & 1) == 0; }
  std::int64_t small() const { return word_ >> 1; }
  void clear() {
    if (!is_small()) free_wide();
    word_ = 0;
  }
  void add_to_wide(std::int64_t value);
  void free_wide();
  std::int64_t copied_wide() const;
  const Wide& wide() const;  // REQUIRES: !is_small()
  Wide& wide();              // made if there is none
  int wide_sign() const;
  double wide_to_double() const;
  std::optional<std::int64_t> wide_whole() const;

  std::int64_t word_ = 0;  // twice the value; or, if it is odd, the address of the limbs, plus one
};

}  // namespace tally
