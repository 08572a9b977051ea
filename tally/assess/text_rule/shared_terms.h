// SPDX-License-Identifier: Apache-2.0
// Of each term that several rows share, the sum over its rows, given to its rows: the product of a matrix of rows
// and terms, all ones, with its transpose and with a few columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tally {

inline constexpr std::size_t kMostWide = 8;

/// How many columns to take at once of so many.
inline std::size_t wide_for(std::size_t columns) {
  return columns == 1 ? 1 : columns <= 4 ? 4 : kMostWide;
}

/// The rows of term t are rows_of[starts[t]] … rows_of[starts[t + 1] − 1]. For each of its rows r and each k,
/// out[r · wide + k] += Σ_s rows[s · wide + k] over its rows s, in their order, in single precision.
/// REQUIRES: wide is one that `wide_for` gives.
void add_shared_terms(std::span<const std::size_t> starts, std::span<const std::uint32_t> rows_of,
                      std::size_t wide, const float* rows, double* out);

}  // namespace tally
