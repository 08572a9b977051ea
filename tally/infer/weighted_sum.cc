// SPDX-License-Identifier: Apache-2.0
#include "tally/infer/weighted_sum.h"

#include "tally/base/log_math.h"

namespace tally {

void WeightedSum::add(std::size_t j, FeatureScorer& feature, const Batch& batch,
                      std::span<const Column* const> columns, std::span<double> scores) {
  const double weight = estimates_.weighted->weights[j];
  if (weight == 0) return;
  const std::size_t K = estimates_.classes.size();
  said_.assign(scores.size(), 0);
  feature.add(batch, columns, said_);
  for (std::size_t at = 0; at < said_.size(); at += K) {
    const std::span<double> of_row = std::span(said_).subspan(at, K);
    temper(of_row);
    for (std::size_t k = 0; k < K; ++k) scores[at + k] += weight * of_row[k];
  }
}

void WeightedSum::finish(std::span<double> scores) const {
  const FeatureWeights& weighted = *estimates_.weighted;
  const std::size_t K = estimates_.classes.size();
  std::vector<double> p(K), log_p(K);
  for (std::size_t at = 0; at < scores.size(); at += K) {
    const std::span<double> of_row = scores.subspan(at, K);
    for (std::size_t k = 0; k < K; ++k) of_row[k] += weighted.biases[k];
    normalise(of_row, p, log_p);
    keep_off_zero(weighted, p);
    for (std::size_t k = 0; k < K; ++k) of_row[k] = safe_log(p[k]);
  }
}

}  // namespace tally
