// SPDX-License-Identifier: Apache-2.0
#include "tally/assess.h"

#include <algorithm>

#include "tally/sums/moments.h"

namespace tally {

void Calibration::add(double p, bool right, double weight) {
  Bin& bin = bins_[std::min(kBins - 1, static_cast<std::size_t>(p * kBins))];
  bin.weight.add(weight);
  bin.confidence.add_product(weight, p);
  if (right) bin.right.add(weight);
}

void Calibration::merge(const Calibration& other) {
  for (std::size_t b = 0; b < kBins; ++b) {
    bins_[b].weight += other.bins_[b].weight;
    bins_[b].confidence += other.bins_[b].confidence;
    bins_[b].right += other.bins_[b].right;
  }
}

std::vector<ReliabilityBin> Calibration::bins() const {
  constexpr auto kWidth = static_cast<double>(kBins);
  std::vector<ReliabilityBin> out;
  for (std::size_t b = 0; b < kBins; ++b) {
    const Bin& bin = bins_[b];
    if (bin.weight.is_zero()) continue;
    const auto from = static_cast<double>(b);
    out.push_back({from / kWidth, (from + 1) / kWidth, bin.weight.to_double(),
                   ratio(bin.confidence, bin.weight), ratio(bin.right, bin.weight)});
  }
  return out;
}

double Calibration::expected_error() const {
  ExactSum rows, gaps;
  for (const Bin& bin : bins_) {
    ExactSum gap = bin.right;
    gap -= bin.confidence;
    rows += bin.weight;
    if (gap.sign() < 0) {
      gaps -= gap;
    } else {
      gaps += gap;
    }
  }
  return rows.is_zero() ? 0 : ratio(gaps, rows);
}

}  // namespace tally
