// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/left_out_texts_score.h"

#include <algorithm>
#include <cmath>

#include "tally/assess/text_rule/sampled_texts.h"
#include "tally/base/log_math.h"
#include "tally/infer/text_rule/text_sum.h"

namespace tally {

LeftOutScore score_of_texts(const LearnedTexts& learned, const Counts& counts,
                            const RowSample& sample) {
  const SampledTexts texts(counts, sample);
  const std::size_t K = texts.shape().classes, told = texts.shape().told();
  const double all = counts.total_weight().to_double();
  LeftOutScore score;
  std::vector<double> log_joint(K), p(K), log_p(K);
  FeatureWeights bounds;
  bounds.rows = all;
  bounds.shares.resize(K);
  for (std::size_t row = 0; row < texts.rows().size(); ++row) {
    const SampledTexts::Row& out = texts.rows()[row];
    for (std::size_t k = 0; k < K; ++k) {
      const double left = texts.counted().rows[k] - (k == out.own ? out.weight : 0);
      bounds.shares[k] = (left + 1 / static_cast<double>(K)) / (all - out.weight + 1);
      log_joint[k] = std::log(bounds.shares[k]);
    }
    add_told(std::span(learned.told).subspan(row * told, told), 1, log_joint);
    normalise(log_joint, p, log_p);
    keep_off_zero(bounds, p);
    const auto greatest =
        static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    score.add(out.times, p[out.own], greatest == out.own);
  }
  return score;
}

}  // namespace tally
