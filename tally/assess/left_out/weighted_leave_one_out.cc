// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/weighted_leave_one_out.h"

#include <cmath>

#include "tally/base/log_math.h"
#include "tally/estimate/prior.h"

namespace tally {

LeftOutAnswer::LeftOutAnswer(FeatureWeights weights, std::size_t classes)
    : weighted_(std::move(weights)), said_(weighted_.weights.size() * classes) {
  answer_.rows = 1;
  answer_.classes = classes;
  answer_.joint_is_defined = false;
  for (std::vector<double>* of_row :
       {&answer_.log_joint, &answer_.posterior, &answer_.log_posterior}) {
    of_row->resize(classes);
  }
  answer_.log_evidence.resize(1);
}

const Posteriors& LeftOutAnswer::answer(std::vector<double> start,
                                        const std::vector<Counts::Class>& left,
                                        std::span<const double> log_prior) {
  const std::size_t K = left.size();
  std::vector<double>& scores = answer_.log_joint;
  scores = std::move(start);
  set_shares(weighted_, left, log_prior);
  for (std::size_t f = 0; f < weighted_.weights.size(); ++f) {
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

WeightedLeaveOneOut::WeightedLeaveOneOut(const Schema& schema, const RuleFeatures& features,
                                         const Batch& rows, const Question& question,
                                         std::span<const RuleWeight> rule,
                                         const TextLeaveOneOut* texts)
    : question_(question),
      rows_(rows),
      texts_(texts),
      left_out_(schema, features, rows),
      answer_(feature_weights(features, rule), features.classes.size()) {}

const Posteriors& WeightedLeaveOneOut::without(std::int64_t row) {
  const std::vector<Counts::Class> left = left_out_.classes_without(row);
  const std::vector<double> log_prior = log_prior_of(left, question_);
  left_out_.say(row, answer_.said());
  std::vector<double> start = log_prior;
  if (texts_ != nullptr) texts_->add(rows_, start);
  return answer_.answer(std::move(start), left, log_prior);
}

FullLeaveOneOut::FullLeaveOneOut(const Schema& schema, const FullFeatures& features,
                                 const FullTables& tables, const Batch& rows,
                                 const Question& question, std::span<const RuleWeight> rule)
    : question_(question),
      left_out_(schema, features, tables, rows),
      answer_(full_weights(features, rule), features.classes().size()) {}

const Posteriors& FullLeaveOneOut::without(std::int64_t row) {
  const std::vector<Counts::Class> left = left_out_.classes_without(row);
  const std::vector<double> log_prior = log_prior_of(left, question_), shares = log_shares(left);
  left_out_.say(row, answer_.said());
  std::vector<double> start;
  for (std::size_t k = 0; k < left.size(); ++k) start.push_back(log_prior[k] - shares[k]);
  return answer_.answer(std::move(start), left, log_prior);
}

}  // namespace tally
