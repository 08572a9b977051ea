// SPDX-License-Identifier: Apache-2.0
// Do probabilities keep what they promise? Of the rows that were given to a class with p = 0.8,
// four in five should belong to it.
//
// Rows are put into 15 bins of equal width by the greatest posterior p of a class: bin b holds
// b/15 <= p < (b + 1)/15, the last one p = 1 too. In each bin the mean of p (confidence) is held
// against the share of rows whose truth is that class (accuracy):
//
//   ECE = Σ_b W_b / W · | accuracy_b − confidence_b |          (expected calibration error)
#pragma once

#include <array>
#include <vector>

#include "tally/count.h"

namespace tally {

/// One bin that has rows.
struct ReliabilityBin {
  double from = 0, to = 0;
  double rows = 0;        ///< W_b = Σ w
  double confidence = 0;  ///< mean of p
  double accuracy = 0;    ///< share of rows whose truth is the class of greatest p
};

/// Exact sums: pieces merge to the same figures in any order. Not to be shared between threads.
class Calibration {
 public:
  static constexpr std::size_t kBins = 15;

  /// REQUIRES: 0 <= p <= 1, weight > 0.
  void add(double p, bool right, double weight);
  void merge(const Calibration& other);

  std::vector<ReliabilityBin> bins() const;  ///< without the empty ones
  double expected_error() const;             ///< ECE; 0 without rows

 private:
  struct Bin {
    ExactSum weight, confidence, right;
  };
  std::array<Bin, kBins> bins_;
};

}  // namespace tally
