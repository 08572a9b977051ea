// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_answers.h"

#include <utility>

#include "tally/base/error.h"
#include "tally/base/log_math.h"
#include "tally/inside/infer.h"

namespace tally {

Posteriors among(const std::vector<Label>& classes, const std::vector<Label>& own,
                 const Posteriors& answers) {
  Posteriors out;
  out.rows = answers.rows;
  out.classes = classes.size();
  out.joint_is_defined = answers.joint_is_defined;
  out.log_evidence = answers.log_evidence;
  for (std::int64_t row = 0; row < answers.rows; ++row) {
    std::size_t k = 0;
    for (const Label& label : classes) {
      const bool known = k < own.size() && own[k] == label;
      out.log_joint.push_back(known ? answers.joint_of(row)[k] : kLogZero);
      out.posterior.push_back(known ? answers.posterior_of(row)[k] : 0);
      out.log_posterior.push_back(known ? answers.log_posterior_of(row)[k] : kLogZero);
      if (known) ++k;
    }
  }
  return out;
}

LeftOutAnswers::LeftOutAnswers(const Counts& counts, const Question& question,
                               std::vector<RuleWeight> rule)
    : counts_(counts),
      question_(question),
      rule_(std::move(rule)),
      classes_(counts.class_labels()) {
  switch (rule_of(question_, rule_)) {
    case Rule::kWeighted:
      features_ = std::make_shared<RuleFeatures>(rule_features(counts, nullptr, copies_of(rule_)));
      if (counts.schema().has_text()) texts_ = std::make_shared<TextLeaveOneOut>(counts, rule_);
      break;
    case Rule::kFull:
      together_ = std::make_shared<FullFeatures>(full_features(counts, nullptr, copies_of(rule_)));
      tables_ = std::make_shared<FullTables>(full_tables(*together_));
      break;
    case Rule::kTan:
      throw Error(
          ErrorKind::kUsage,
          "a bound on false alarms is learned from rows that are left out of the counts, and the "
          "rule tan draws its tree from all rows: name another rule");
    case Rule::kNaive:
    case Rule::kAuto:
      naive_.emplace(counts, std::vector<Question>{question_}, rule_);
  }
}

const Posteriors& LeftOutAnswers::without(const RowStore& row) {
  const Batch batch = row.batch();
  if (together_) {
    FullLeaveOneOut left_out(counts_.schema(), *together_, *tables_, batch, question_, rule_);
    answer_ = left_out.without(0);
    return answer_;
  }
  if (features_) {
    WeightedLeaveOneOut left_out(counts_.schema(), *features_, batch, question_, rule_,
                                 texts_.get());
    answer_ = left_out.without(0);
    return answer_;
  }
  const Scorer scorer(std::move(naive_->without(batch)[0]));
  Inference inference(scorer);
  const std::vector<Label>& own = scorer.estimates().classes;
  answer_ = among(classes_, own, inference.infer(batch));
  log_prior_.clear();
  std::size_t k = 0;
  for (const Label& label : classes_) {
    const bool known = k < own.size() && own[k] == label;
    log_prior_.push_back(known ? scorer.estimates().log_prior[k++] : kLogZero);
  }
  return answer_;
}

}  // namespace tally
