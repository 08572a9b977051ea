// SPDX-License-Identifier: Apache-2.0
// Which columns are counted together, for rules that know that columns depend on each other.
//
//   grid     columns of labels as they are, columns of numbers cut into bins; every column of the
//            grid is counted by itself and with every other one (pairs)
//   triples  three columns of the grid each
//   scaled   columns of numbers x as z = (x − mean) / spread, cut off at ±kMostScaled and rounded to
//            a multiple of kScaledUnit; of all of them together Σ z and Σ z zᵀ are counted. A missing
//            number is z = 0
//
// It is drawn up once, from some rows, and is then part of the schema: pieces that are to be merged
// have the same.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace tally {

struct GridColumn {
  std::string name;
  std::vector<double> cuts;  ///< of numbers: ascending (family/bins.h); of labels none
  friend bool operator==(const GridColumn&, const GridColumn&) = default;
};

struct ScaledColumn {
  std::string name;
  double mean = 0;
  double spread = 1;  ///< above 0
  friend bool operator==(const ScaledColumn&, const ScaledColumn&) = default;
};

using Triple = std::array<std::string, 3>;  ///< ascending names

struct JointSchema {
  std::vector<GridColumn> grid;      ///< sorted by name
  std::vector<Triple> triples;       ///< sorted
  std::vector<ScaledColumn> scaled;  ///< sorted by name

  bool empty() const { return grid.empty() && triples.empty() && scaled.empty(); }
  friend bool operator==(const JointSchema&, const JointSchema&) = default;
};

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
