// SPDX-License-Identifier: Apache-2.0
// What all columns together say about a row, as far as a calibration hears it.
//
// A number far out in the tail of a narrow class makes naive Bayes sure by hundreds of nats, and is often
// wrong. A single such row among those left out would pull the slope, which all rows share, to zero. So the
// columns together say no more against a class than e^−50, beside the one that they speak for most: more
// than that rows cannot tell.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace tally {

inline constexpr double kMostAgainstClass = 50;  ///< nats

/// Bounds Σ_j log P(x_j | y) of the classes. Where every class is impossible, nothing is said.
inline void bound_said(std::span<double> said) {
  const double most = *std::max_element(said.begin(), said.end());
  if (!std::isfinite(most)) return std::fill(said.begin(), said.end(), 0.0);
  for (double& one : said) one = std::max(one, most - kMostAgainstClass);
}

}  // namespace tally
