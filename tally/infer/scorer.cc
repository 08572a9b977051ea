// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "tally/base/log_math.h"
#include "tally/inside/infer.h"

namespace tally {

Scorer::Scorer(Estimates estimates)
    : estimates_(std::make_shared<const Estimates>(std::move(estimates))) {}

std::size_t Scorer::classes() const { return estimates_->classes.size(); }

bool Scorer::joint_is_defined() const {
  if (estimates_->combine != Combine::kSum || estimates_->weighted || estimates_->calibrator)
    return false;
  for (const FeatureEstimate& feature : estimates_->features) {
    const auto* terms = std::get_if<TermTable>(&feature.table);
    if (terms != nullptr && !terms->is_probability) return false;
  }
  return true;
}

bool Posteriors::impossible(std::int64_t row) const {
  return log_evidence[static_cast<std::size_t>(row)] == kLogZero;
}

}  // namespace tally
