// SPDX-License-Identifier: Apache-2.0
// The leanings of a term as vectors: [m · told + i], for all classes at once.
//
//   lean_nowhere(own, rest, shifts, size, d);      // as of classes that do not have the term
//   hear_leanings(d, told, sums);                  // one term more of a row
#pragma once

#include <cstddef>

namespace tally {

/// To a multiple of 2^-30, by a number whose last digit is that one.
inline double rounded_leaning(double d) {
  constexpr double kLarge = 1.5 * (1 << 22);
  return (d + kLarge) - kLarge;
}

/// out[at] = own[at] − rest[at] − shifts[at], rounded.
void lean_nowhere(const double* own, const double* rest, const double* shifts, std::size_t size,
                  double* out);

/// Adds to sums[at] the leanings d[at] for three m, and behind them, for θ = 1, 2, 3, the d of the second m that
/// are θ or more in size, and then how many they are: [θ · told + i].
void hear_leanings(const double* d, std::size_t told, double* sums);

}  // namespace tally
