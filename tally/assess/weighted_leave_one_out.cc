// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weighted_leave_one_out.h"

#include <cmath>

#include "tally/base/log_math.h"
#include "tally/estimate/prior.h"

namespace tally {

WeightedLeaveOneOut::WeightedLeaveOneOut(const Schema& schema, const RuleFeatures& features,
                                         const Batch& rows, const Question& question,
                                         std::span<const RuleWeight> rule)
    : features_(features),
      question_(question),
      left_out_(schema, features, rows),
      weighted_(feature_weights(features, rule)),
      said_(features.features.size() * features.classes.size()) {
  const std::size_t K = features.classes.size();
  answer_.rows = 1;
  answer_.classes = K;
  answer_.joint_is_defined = false;
  for (std::vector<double>* of_row :
       {&answer_.log_joint, &answer_.posterior, &answer_.log_posterior}) {
    of_row->resize(K);
  }
  answer_.log_evidence.resize(1);
}

const Posteriors& WeightedLeaveOneOut::without(std::int64_t row) {
  const std::size_t K = features_.classes.size();
  const std::vector<Counts::Class> left = left_out_.classes_without(row);
  std::vector<double>& scores = answer_.log_joint;
  scores = log_prior_of(left, question_);
  set_shares(weighted_, left, scores);
  left_out_.say(row, said_);
  for (std::size_t f = 0; f < features_.features.size(); ++f) {
    for (std::size_t k = 0; k < K; ++k) scores[k] += weighted_.weights[f] * said_[f * K + k];
  }
  for (std::size_t k = 0; k < K; ++k) scores[k] += weighted_.biases[k];
  std::vector<double>& p = answer_.posterior;
  normalise(scores, p, answer_.log_posterior);
  keep_off_zero(weighted_, p);
  for (std::size_t k = 0; k < K; ++k) scores[k] = safe_log(p[k]);
  answer_.log_evidence[0] = normalise(scores, p, answer_.log_posterior);
  return answer_;
}

}  // namespace tally
