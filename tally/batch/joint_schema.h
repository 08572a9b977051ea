// SPDX-License-Identifier: Apache-2.0
// How much may be counted together, and how a number is scaled for it (JointSchema).
#pragma once

#include <cmath>
#include <cstddef>

#include "tally/schema.h"

namespace tally {

inline constexpr std::size_t kMostGridColumns = 64;
inline constexpr std::size_t kMostTriples = 128;
inline constexpr std::size_t kMostScaledColumns = 128;

inline constexpr double kMostScaled = 5;
/// Products of two are multiples of its square, and 2^13 of them add up in a double exactly.
inline constexpr double kScaledUnit = 0x1p-16;

/// z of a number. REQUIRES: it is finite, or NaN for missing.
inline double scaled(const ScaledColumn& column, double x) {
  if (std::isnan(x)) return 0;
  const double z = (x - column.mean) / column.spread;
  if (!(std::abs(z) < kMostScaled)) return z > 0 ? kMostScaled : -kMostScaled;
  return std::nearbyint(z / kScaledUnit) * kScaledUnit;
}

}  // namespace tally
