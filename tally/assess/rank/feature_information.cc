// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/rank/feature_information.h"

#include <algorithm>
#include <cmath>

namespace tally {

namespace {

double n_log_n(double n) { return n > 0 ? n * std::log(n) : 0; }

std::vector<double> counts_of_values(const Counts& counts, const ValueTally& tally) {
  std::vector<double> out;
  const std::vector<Counts::Class> classes = counts.classes();
  for (const ValueTally::Value& value : tally.values()) {
    for (const Counts::Class& klass : classes) {
      out.push_back(tally.at(klass.code, value.slot).to_double());
    }
  }
  return out;
}

}  // namespace

std::optional<double> information_of(const Counts& counts, const Tally& tally,
                                     const RuleFeatures& features) {
  const std::size_t K = counts.classes().size();
  switch (facts_of(tally.family()).cells) {
    case CellKind::kLabel:
    case CellKind::kTruth:
    case CellKind::kBin:
      return mutual_information(counts_of_values(counts, values_of(tally)), K);
    case CellKind::kNumber: {
      if (counts.histogram(tally.name()) == nullptr) return std::nullopt;
      for (const RuleFeature& feature : features.features) {
        if (feature.voice != Voice::kBins || feature.tally != &tally) continue;
        std::vector<double> in_bins;
        for (const ExactSum& sum : feature.in_bin) in_bins.push_back(sum.to_double());
        return mutual_information(in_bins, K);
      }
      return 0;  // nothing is gained by any cut
    }
    case CellKind::kGroup:
    case CellKind::kTerms:
      break;
  }
  return std::nullopt;
}

double class_entropy(const Counts& counts) {
  double all = 0, sum = 0;
  for (const Counts::Class& klass : counts.classes()) {
    const double n = klass.weight.to_double();
    sum += n_log_n(n);
    all += n;
  }
  return all > 0 ? std::max(0.0, (n_log_n(all) - sum) / all) : 0;
}

}  // namespace tally
