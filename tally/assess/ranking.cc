// SPDX-License-Identifier: Apache-2.0
#include "tally/assess.h"

#include <algorithm>

#include "tally/inside/count.h"

namespace tally {

namespace {

struct Scored {
  double posterior;
  double weight;
  bool own;  // of the class
};

}  // namespace

void Ranking::add(std::span<const double> posterior, int truth, double weight) {
  posteriors_.insert(posteriors_.end(), posterior.begin(), posterior.end());
  truths_.push_back(truth);
  weights_.push_back(weight);
}

void Ranking::merge(const Ranking& other) {
  posteriors_.insert(posteriors_.end(), other.posteriors_.begin(), other.posteriors_.end());
  truths_.insert(truths_.end(), other.truths_.begin(), other.truths_.end());
  weights_.insert(weights_.end(), other.weights_.begin(), other.weights_.end());
}

std::optional<double> Ranking::auc(std::size_t klass) const {
  std::vector<Scored> rows;
  for (std::size_t i = 0; i < truths_.size(); ++i) {
    rows.push_back({posteriors_[i * classes_ + klass], weights_[i],
                    truths_[i] == static_cast<std::int32_t>(klass)});
  }
  std::sort(rows.begin(), rows.end(),
            [](const Scored& a, const Scored& b) { return a.posterior < b.posterior; });
  // The rows of one posterior are summed before anything is rounded, so that their order does not
  // matter; `doubled` counts a won pair twice and a tie once.
  ExactSum doubled, all_own, all_rest;
  for (auto first = rows.begin(); first != rows.end();) {
    ExactSum own, rest;
    auto last = first;
    for (; last != rows.end() && last->posterior == first->posterior; ++last) {
      (last->own ? own : rest).add(last->weight);
    }
    const double own_rounded = own.to_double();
    doubled.add_product(own_rounded, 2, all_rest.to_double());
    doubled.add_product(own_rounded, rest.to_double());
    all_own += own;
    all_rest += rest;
    first = last;
  }
  if (all_own.is_zero() || all_rest.is_zero()) return std::nullopt;
  ExactSum pairs;
  pairs.add_product(all_own.to_double(), 2, all_rest.to_double());
  return std::min(1.0, ratio(doubled, pairs));
}

}  // namespace tally
