// SPDX-License-Identifier: Apache-2.0
// The numbers of a row on their way into the cells of its class, many at a time, without rounding.
//
// Small whole numbers become 32-bit integers. Other numbers below 2^E are cut into two slices by
// adding and taking away a large constant, which rounds to a multiple of its last bit:
//
//   x = a + b,   a = (x + M_0) − M_0,   b = (x − a + M_1) − M_1
//   unit of a: 2^(E − 34),   of b: 2^(E − 69)
//
// so that |a| and |b| are at most 2^34 units, and 2^19 of them add up within the 53 bits of a
// double: nothing is rounded. What leaves a rest after two slices (a number 2^16 times smaller than
// 2^E, or so) cannot be cut, and is left to the slow path.
#pragma once

#include <cstdint>

#include "tally/sums.h"

namespace tally {

/// The constants for numbers below 2^E.
struct SliceRange {
  static constexpr std::int64_t kRoom = 1 << 19;  ///< slices that may be added up
  static constexpr int kHighBits = 34, kLowBits = 69;

  /// For numbers of about this size and smaller ones.
  explicit SliceRange(double size);

  /// x = high + low, if x can be cut.
  bool cut(double x, double& high, double& low) const;
  /// The sums of up to kRoom slices, in units of 2^unit().
  int128 units(double high, double low) const {
    return static_cast<int128>(static_cast<std::int64_t>(high * high_scale)) *
               (int128{1} << (kLowBits - kHighBits)) +
           static_cast<std::int64_t>(low * low_scale);
  }
  int unit() const { return exponent - kLowBits; }

  int exponent;
  double limit, high_shift, low_shift;  // 2^E, M_0, M_1
  double high_scale, low_scale;         // one over the units of a and b
};

inline constexpr std::int32_t kMostSmallWhole = 1 << 20;

/// `out` and `pairs` have room for kRowPadding more numbers (pairs) than `count`.
inline constexpr std::int64_t kRowPadding = 8;

/// Writes the numbers as integers, and the largest to `most`; false if one of them is not a whole
/// number from 0 to kMostSmallWhole.
bool to_small_whole(const double* values, std::int64_t count, std::uint32_t* out,
                    std::uint32_t& most);
/// Writes 1 for a number above the threshold, else 0; false if one of them is NaN or infinite.
bool to_indicators(const double* values, std::int64_t count, double threshold, std::uint32_t* out);
/// Writes a, b of the first number, a, b of the second, and so on; false if one cannot be cut, or
/// is negative and must not be.
bool cut_row(const double* values, std::int64_t count, const SliceRange& range,
             bool may_be_negative, double* pairs);

}  // namespace tally
