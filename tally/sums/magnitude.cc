// SPDX-License-Identifier: Apache-2.0
#include "tally/sums/magnitude.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tally {

namespace {

__extension__ typedef unsigned __int128 uint128;  // NOLINT(modernize-use-using): -Wpedantic

}  // namespace

double Magnitude::rounded() const {
  if (digits.empty()) return 0;
  // The leading 64 bits, the last of them set if any bit below is.
  const auto count = static_cast<int>(digits.size());
  uint128 leading = 0;
  for (int i = 1; i <= 4; ++i) leading = leading << 32 | (i <= count ? digits[count - i] : 0);
  const int zeros = std::countl_zero(digits.back());
  leading <<= zeros;
  auto top = static_cast<std::uint64_t>(leading >> 64);
  if (static_cast<std::uint64_t>(leading) != 0 ||
      std::any_of(digits.begin(), digits.end() - std::min(count, 4),
                  [](std::uint32_t digit) { return digit != 0; })) {
    top |= 1;
  }
  const int exponent = 32 * (base + count) - zeros - 1;  // 2^exponent <= value < 2^(exponent + 1)
  const int unit = std::max(exponent - 52, -1074);       // that of the result's last bit
  const int dropped = 63 - (exponent - unit);            // of the 64 bits
  if (dropped > 64) return negative ? -0.0 : 0.0;
  std::uint64_t kept = dropped == 64 ? 0 : top >> dropped;
  const std::uint64_t rest = dropped == 64 ? top : top - (kept << dropped);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  if (rest > half || (rest == half && kept % 2 == 1)) ++kept;
  const double result = std::ldexp(static_cast<double>(kept), unit);
  return negative ? -result : result;
}

std::vector<ExactSum::Limb> Magnitude::limbs() const {
  std::vector<ExactSum::Limb> result;
  std::int64_t integer = 0;
  bool fits = true;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (digits[i] == 0) continue;
    const std::int64_t amount = negative ? -std::int64_t{digits[i]} : digits[i];
    const std::int32_t index = base + static_cast<std::int32_t>(i);
    result.push_back({32 * index, amount});
    std::int64_t part;
    fits = fits && (index == 0 || index == 1) &&
           !__builtin_mul_overflow(amount, std::int64_t{1} << (32 * index), &part) &&
           !__builtin_add_overflow(integer, part, &integer);
  }
  if (fits && !result.empty()) return {{0, integer}};
  return result;
}

}  // namespace tally
