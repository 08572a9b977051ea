// SPDX-License-Identifier: Apache-2.0
// What all columns together say about a row, bounded for the calibration.
//
// A number far out in the tail of a narrow class makes naive Bayes sure by hundreds of nats, and
// often wrong. A single such row among those left out would pull the slope, which all rows share,
// to zero. So the likelihood of a class is at least e^−50 times that of the likeliest class: no
// number of rows could show a smaller ratio.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace tally {

inline constexpr double kMostAgainstClass = 50;  ///< nats

/// Bounds Σ_j log P(x_j | y) of the classes. Where every class is impossible, they are 0.
inline void bound_said(std::span<double> said) {
  const double most = *std::max_element(said.begin(), said.end());
  if (!std::isfinite(most)) return std::fill(said.begin(), said.end(), 0.0);
  for (double& one : said) one = std::max(one, most - kMostAgainstClass);
}

}  // namespace tally
