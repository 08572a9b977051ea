// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/exact_sum.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "tally/sums/magnitude.h"

namespace tally {
namespace {

__extension__ typedef unsigned __int128 uint128;  // NOLINT(modernize-use-using): -Wpedantic

/// ± mantissa · 2^exponent, the mantissa of 53 bits.
struct Parts {
  explicit Parts(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto biased = static_cast<int>(bits >> 52 & 0x7ff);
    mantissa = bits & ((std::uint64_t{1} << 52) - 1);
    if (biased != 0) mantissa |= std::uint64_t{1} << 52;
    exponent = std::max(biased, 1) - 1075;
    negative = bits >> 63 != 0;
  }
  std::uint64_t mantissa;
  int exponent;
  bool negative;
};

bool is_integer(double value, std::int64_t& integer) {
  if (!(value >= -0x1p63 && value < 0x1p63)) return false;
  integer = static_cast<std::int64_t>(value);
  return static_cast<double>(integer) == value;
}

/// The digits of (high · 2^128 + low) · 2^shift. REQUIRES: shift < 32, and that they suffice.
template <std::size_t kDigits>
std::array<std::uint32_t, kDigits> shifted_digits(std::uint64_t high, uint128 low, int shift) {
  std::array<std::uint32_t, kDigits> digits;
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < kDigits; ++i) {
    const std::uint64_t word = i < 4 ? static_cast<std::uint32_t>(low >> (32 * i))
                                     : static_cast<std::uint32_t>(high >> (32 * (i - 4)));
    carry |= word << shift;
    digits[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return digits;
}

}  // namespace

/// Carry-save limbs: limbs[i] counts 2^(32 (base + i)), and none is larger than 2^32 (pending + 1).
/// The value is theirs and that of the integer, to which whole numbers are added faster.
struct ExactSum::Wide {
  static constexpr std::uint32_t kMostPending = 1u << 30;
  std::int64_t integer = 0;
  std::int32_t base = 0;
  std::uint32_t pending = 0;
  std::vector<std::int64_t> limbs;

  bool covers(std::int32_t index, std::size_t count) const {
    return index >= base && static_cast<std::size_t>(index - base) + count <= limbs.size();
  }
  void cover(std::int32_t index, std::size_t count);

  /// Adds ± Σ digits[i] · 2^(32 (index + i)).
  void add(std::span<const std::uint32_t> digits, std::int32_t index, bool negative);
  /// Adds ± (high · 2^128 + low) · 2^exponent.
  template <std::size_t kDigits>
  void add(std::uint64_t high, uint128 low, int exponent, bool negative) {
    // Right shift and mask round down, for negative exponents too.
    add(shifted_digits<kDigits>(high, low, exponent & 31), exponent >> 5, negative);
  }
  void add(std::int64_t amount, int exponent) {
    const auto bits = static_cast<std::uint64_t>(amount);
    add<3>(0, amount < 0 ? 0 - bits : bits, exponent, amount < 0);
  }
  void add_integer(std::int64_t amount) {
    if (std::int64_t sum; !__builtin_add_overflow(integer, amount, &sum)) {
      integer = sum;
    } else {
      add(amount, 0);
    }
  }
  void add_limbs(const Wide& other, std::int64_t sign);

  /// Propagates the carries: all limbs in 0 … 2^32 − 1 but the last, which has the sign.
  void settle();
  Magnitude magnitude() const;
};

void ExactSum::Wide::cover(std::int32_t index, std::size_t count) {
  if (limbs.empty()) base = index;
  if (index < base) {
    limbs.insert(limbs.begin(), static_cast<std::size_t>(base - index), 0);
    base = index;
  }
  limbs.resize(std::max(limbs.size(), static_cast<std::size_t>(index - base) + count));
}

inline void ExactSum::Wide::add(std::span<const std::uint32_t> digits, std::int32_t index,
                                bool negative) {
  if (!covers(index, digits.size())) [[unlikely]] {
    while (!digits.empty() && digits.back() == 0) digits = digits.first(digits.size() - 1);
    for (; !digits.empty() && digits.front() == 0; ++index) digits = digits.subspan(1);
    if (digits.empty()) return;
    cover(index, digits.size());
  }
  std::int64_t* limb = limbs.data() + (index - base);
  const std::int64_t flip = negative ? -1 : 0;
  for (const std::int64_t digit : digits) *limb++ += (digit ^ flip) - flip;
  if (++pending >= kMostPending) [[unlikely]]
    settle();
}

void ExactSum::Wide::add_limbs(const Wide& other, std::int64_t sign) {
  if (pending + other.pending + 1 >= kMostPending) {
    settle();
    Wide settled = other;
    settled.settle();
    return add_limbs(settled, sign);
  }
  if (other.limbs.empty()) return;
  cover(other.base, other.limbs.size());
  std::int64_t* limb = limbs.data() + (other.base - base);
  for (const std::int64_t amount : other.limbs) *limb++ += sign * amount;
  pending += other.pending + 1;
}

void ExactSum::Wide::settle() {
  pending = 0;
  std::int64_t carry = 0;
  for (std::int64_t& limb : limbs) {
    limb += carry;
    carry = limb >> 32;
    limb &= 0xffffffff;
  }
  if (carry == -1) {
    limbs.back() -= std::int64_t{1} << 32;
  } else if (carry != 0) {
    limbs.push_back(carry);
  }
}

Magnitude ExactSum::Wide::magnitude() const {
  Wide settled = *this;
  settled.add(integer, 0);
  settled.settle();
  Magnitude result;
  result.base = settled.base;
  result.negative = !settled.limbs.empty() && settled.limbs.back() < 0;
  if (result.negative) {
    for (std::int64_t& limb : settled.limbs) limb = -limb;
    settled.settle();
  }
  result.digits.assign(settled.limbs.begin(), settled.limbs.end());
  while (!result.digits.empty() && result.digits.back() == 0) result.digits.pop_back();
  return result;
}

const ExactSum::Wide& ExactSum::wide() const { return *reinterpret_cast<Wide*>(word_ - 1); }

ExactSum::Wide& ExactSum::wide() {
  if (is_small()) {
    auto* const made = new Wide;
    made->integer = small();
    word_ = reinterpret_cast<std::intptr_t>(made) + 1;
  }
  return *reinterpret_cast<Wide*>(word_ - 1);
}

void ExactSum::free_wide() { delete &wide(); }

std::int64_t ExactSum::copied_wide() const {
  return reinterpret_cast<std::intptr_t>(new Wide(wide())) + 1;
}

ExactSum& ExactSum::operator=(const ExactSum& other) { return *this = ExactSum(other); }

void ExactSum::add_to_wide(std::int64_t value) { wide().add_integer(value); }

void ExactSum::add(double value) {
  if (std::int64_t integer; is_integer(value, integer)) return add(integer);
  const Parts x(value);
  wide().add<3>(0, x.mantissa, x.exponent, x.negative);
}

void ExactSum::add_product(double a, double b) {
  if (a == 1) return add(b);
  if (b == 1) return add(a);
  if (a == 0 || b == 0) return;
  std::int64_t i, j, product;
  if (is_integer(a, i) && is_integer(b, j) && !__builtin_mul_overflow(i, j, &product)) {
    return add(product);
  }
  const Parts x(a), y(b);
  wide().add<5>(0, uint128{x.mantissa} * y.mantissa, x.exponent + y.exponent,
                x.negative != y.negative);
}

void ExactSum::add_product(double a, double b, double c) {
  if (a == 1) return add_product(b, c);
  if (b == 1) return add_product(a, c);
  if (c == 1) return add_product(a, b);
  if (a == 0 || b == 0 || c == 0) return;
  std::int64_t i, j, k, product;
  if (is_integer(a, i) && is_integer(b, j) && is_integer(c, k) &&
      !__builtin_mul_overflow(i, j, &product) && !__builtin_mul_overflow(product, k, &product)) {
    return add(product);
  }
  const Parts x(a), y(b), z(c);
  const uint128 xy = uint128{x.mantissa} * y.mantissa;
  const uint128 low = uint128{static_cast<std::uint64_t>(xy)} * z.mantissa;
  const uint128 high = (xy >> 64) * z.mantissa + (low >> 64);  // below 2^(42 + 53) + 2^53
  wide().add<6>(static_cast<std::uint64_t>(high >> 64),
                high << 64 | static_cast<std::uint64_t>(low), x.exponent + y.exponent + z.exponent,
                x.negative ^ y.negative ^ z.negative);
}

void ExactSum::add_scaled(int128 amount, std::int32_t exponent) {
  if (amount == 0) return;
  if (exponent == 0 && amount == static_cast<std::int64_t>(amount)) {
    return add(static_cast<std::int64_t>(amount));
  }
  const auto bits = static_cast<uint128>(amount);
  wide().add<5>(0, amount < 0 ? 0 - bits : bits, exponent, amount < 0);
}

ExactSum& ExactSum::operator+=(const ExactSum& other) {
  if (other.is_small()) {
    add(other.small());
  } else if (&other == this) {
    return *this += ExactSum(other);
  } else {
    Wide& own = wide();
    own.add_integer(other.wide().integer);
    own.add_limbs(other.wide(), 1);
  }
  return *this;
}

ExactSum& ExactSum::operator-=(const ExactSum& other) {
  if (other.is_small()) {
    add(-other.small());  // of 63 bits, so that there is an opposite
  } else if (&other == this) {
    return *this = ExactSum();
  } else {
    Wide& own = wide();
    if (__builtin_sub_overflow(own.integer, other.wide().integer, &own.integer)) {
      // The difference came out 2^64 too small or too large.
      own.add(other.wide().integer < 0 ? 1 : -1, 64);
    }
    own.add_limbs(other.wide(), -1);
  }
  return *this;
}

int ExactSum::wide_sign() const { return wide().magnitude().sign(); }

double ExactSum::wide_to_double() const { return wide().magnitude().rounded(); }

std::optional<std::int64_t> ExactSum::wide_whole() const {
  const std::vector<Limb> digits = limbs();
  if (digits.empty()) return 0;
  if (digits.size() > 1 || digits[0].exponent != 0) return std::nullopt;
  return digits[0].amount;
}

std::vector<ExactSum::Limb> ExactSum::limbs() const {
  if (!is_small()) return wide().magnitude().limbs();
  if (word_ == 0) return {};
  return {{0, small()}};
}

void ExactSum::add_limb(Limb limb) {
  if (limb.exponent == 0) return add(limb.amount);
  if (limb.amount != 0) wide().add(limb.amount, limb.exponent);
}

}  // namespace tally
