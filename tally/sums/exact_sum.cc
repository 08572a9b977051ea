// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "tally/sums.h"
#include "tally/sums/double_double.h"
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

/// ± bits · 2^exponent, the first of the 128 bits set, and what is left out below them if not
/// exact; zero has no bits.
struct ExactSum::Leading {
  uint128 bits = 0;
  int exponent = 0;
  bool exact = true;
  bool negative = false;

  int sign() const { return bits == 0 ? 0 : negative ? -1 : 1; }
  /// 2^magnitude <= value < 2^(magnitude + 1), but for the sign.
  int magnitude() const { return exponent + 127; }
};

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

  /// Nothing if there are very many limbs.
  std::optional<Leading> leading() const;

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

// What `magnitude` does, for the few limbs that a column of measurements has, without asking for
// memory.
std::optional<ExactSum::Leading> ExactSum::Wide::leading() const {
  constexpr std::ptrdiff_t kMost = 40;
  const auto size = static_cast<std::ptrdiff_t>(limbs.size());
  std::ptrdiff_t first = base, end = base + size;
  if (integer != 0) {
    first = size == 0 ? 0 : std::min<std::ptrdiff_t>(base, 0);
    end = size == 0 ? 2 : std::max<std::ptrdiff_t>(end, 2);
  }
  const std::ptrdiff_t count = end - first;
  if (count >= kMost) return std::nullopt;
  std::array<std::int64_t, kMost> room;
  std::int64_t* const digits = room.data();
  std::fill_n(digits, count + 1, 0);
  std::copy(limbs.begin(), limbs.end(), digits + (base - first));
  if (integer != 0) {
    digits[-first] += integer & 0xffffffff;
    digits[1 - first] += integer >> 32;
  }
  std::int64_t carry = 0;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    carry += digits[i];
    digits[i] = carry & 0xffffffff;
    carry >>= 32;
  }
  digits[count] = carry;  // below 2^31, as no limb is larger than 2^62
  Leading out;
  out.negative = carry < 0;
  for (std::int64_t i = 0, borrow = 0; out.negative && i <= count; ++i) {
    digits[i] = (-digits[i] - borrow) & 0xffffffff;
    if (digits[i] != 0) borrow = 1;
  }
  std::ptrdiff_t top = count;
  while (top >= 0 && digits[top] == 0) --top;
  if (top < 0) return Leading{};
  const auto digit = [&](std::ptrdiff_t i) -> std::uint64_t {
    return i < 0 ? 0 : static_cast<std::uint64_t>(digits[i]);
  };
  const int zeros = std::countl_zero(static_cast<std::uint32_t>(digits[top]));
  for (std::ptrdiff_t i = top; i > top - 4; --i) out.bits = out.bits << 32 | digit(i);
  const std::uint64_t below = digit(top - 4) << zeros;
  out.bits = out.bits << zeros | below >> 32;
  out.exact = (below & 0xffffffff) == 0;
  for (std::ptrdiff_t i = 0; i < top - 4 && out.exact; ++i) out.exact = digits[i] == 0;
  out.exponent = static_cast<int>(32 * (first + top - 3)) - zeros;
  return out;
}

// NOLINTBEGIN(performance-no-int-to-ptr): the word holds one or the other.
const ExactSum::Wide& ExactSum::wide() const { return *reinterpret_cast<Wide*>(word_ - 1); }

ExactSum::Wide& ExactSum::wide() {
  if (is_small()) {
    auto* const made = new Wide;
    made->integer = small();
    word_ = reinterpret_cast<std::intptr_t>(made) + 1;
  }
  return *reinterpret_cast<Wide*>(word_ - 1);
}
// NOLINTEND(performance-no-int-to-ptr)

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

int ExactSum::wide_sign() const {
  if (const std::optional<Leading> leading = wide().leading()) return leading->sign();
  return wide().magnitude().sign();
}

double ExactSum::wide_to_double() const {
  constexpr int kNormal = 1022;  // where a double has all its bits, whichever way it is rounded
  const std::optional<Leading> leading = wide().leading();
  if (!leading || std::abs(leading->magnitude()) > kNormal) return wide().magnitude().rounded();
  if (leading->bits == 0) return 0;
  // Of 64 bits the last stands for all that is missing; then they are rounded once.
  const auto low = static_cast<std::uint64_t>(leading->bits);
  const auto top = static_cast<std::uint64_t>(leading->bits >> 64) |
                   static_cast<std::uint64_t>(low != 0 || !leading->exact);
  const double size = std::ldexp(static_cast<double>(top), leading->exponent + 64);
  return leading->negative ? -size : size;
}

std::optional<DoubleDouble> ExactSum::nearly() const {
  constexpr int kMostMagnitude = 300;
  if (is_small()) {
    if (word_ == 0) return std::nullopt;
    const auto high = static_cast<double>(small());
    return DoubleDouble{high, static_cast<double>(small() - static_cast<std::int64_t>(high))};
  }
  const std::optional<Leading> leading = wide().leading();
  if (!leading || leading->bits == 0 || std::abs(leading->magnitude()) > kMostMagnitude) {
    return std::nullopt;
  }
  // 53 bits, and 64 of the 75 that are left.
  constexpr int kLow = 75;
  const auto high = static_cast<std::uint64_t>(leading->bits >> kLow);
  const auto low = static_cast<std::uint64_t>(leading->bits >> (kLow - 64));
  const DoubleDouble size =
      internal::fast_two_sum(std::ldexp(static_cast<double>(high), leading->exponent + kLow),
                             std::ldexp(static_cast<double>(low), leading->exponent + kLow - 64));
  return leading->negative ? DoubleDouble{-size.high, -size.low} : size;
}

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
