// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/sweep.h"

#include <algorithm>
#include <cmath>

#include "tally/assess.h"
#include "tally/assess/comparison.h"
#include "tally/assess/cross_validation.h"
#include "tally/assess/weights/weigh.h"
#include "tally/base/log_math.h"
#include "tally/count/row_weights.h"
#include "tally/family/number_family.h"

namespace tally {

namespace {

constexpr SweepParameter kParameters[] = {SweepParameter::kBinarize, SweepParameter::kLambda,
                                          SweepParameter::kVarianceFloor};

bool has_threshold(const ColumnSchema& column) {
  return column.role == Role::kFeature && column.type == ValueType::kNumber &&
         facts_of(column.family).option == FamilyOption::kThreshold;
}

bool depends(const ColumnSchema& column, SweepParameter parameter) {
  if (parameter == SweepParameter::kLambda) return true;
  if (parameter == SweepParameter::kBinarize) return has_threshold(column);
  return column.role == Role::kFeature && is_density(column.family);
}

Schema with_threshold(Schema schema, double threshold) {
  for (ColumnSchema& column : schema.columns) {
    if (has_threshold(column)) column.binarize = threshold;
  }
  return schema;
}

std::vector<double> weights_of(const Batch& batch, const Schema& schema) {
  const Column* const column =
      schema.weight() == nullptr ? nullptr : batch.find(schema.weight()->name);
  if (column == nullptr) return std::vector<double>(static_cast<std::size_t>(batch.rows), 1);
  return checked_weights(batch, *column, schema.weight()->name);
}

}  // namespace

std::string_view to_string(SweepParameter parameter) {
  switch (parameter) {
    case SweepParameter::kBinarize:
      return "binarize";
    case SweepParameter::kLambda:
      return "lambda";
    case SweepParameter::kVarianceFloor:
      break;
  }
  return "variance-floor";
}

SweepAxis parse_sweep(std::string_view parameter, std::string_view points) {
  for (const SweepParameter known : kParameters) {
    if (parameter == to_string(known)) return {known, parse_sweep_points(points)};
  }
  throw Error(ErrorKind::kUsage, "there is no parameter " + in_quotes(parameter) +
                                     " to sweep; there are binarize, lambda and variance-floor");
}

SweepCounts::SweepCounts(const Schema& schema, const SweepAxis& axis) : axis_(axis) {
  if (std::none_of(schema.columns.begin(), schema.columns.end(),
                   [&](const ColumnSchema& column) { return depends(column, axis.parameter); })) {
    if (axis.parameter == SweepParameter::kBinarize) {
      throw Error(ErrorKind::kUsage,
                  Remark{"no column has a threshold", {Remedy::family("", "bernoulli")}});
    }
    throw Error(ErrorKind::kUsage, "no column has a variance: none of them is gaussian");
  }
  if (axis.parameter != SweepParameter::kBinarize) {
    counts_.emplace_back(schema);
    return;
  }
  for (const SweepPoint& point : axis.points)
    counts_.emplace_back(with_threshold(schema, point.value));
}

Counted SweepCounts::add(const Batch& batch) {
  Counted counted;
  for (Counts& counts : counts_) counted = counts.add(batch);
  return counted;
}

void SweepCounts::merge(const SweepCounts& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i].merge(other.counts_[i]);
}

Question SweepCounts::question_at(std::size_t point, Question question) const {
  if (axis_.parameter != SweepParameter::kBinarize && question.rule == Rule::kAuto) {
    question.rule = Rule::kNaive;
  }
  const double value = axis_.points[point].value;
  if (axis_.parameter == SweepParameter::kLambda) {
    question.lambda = value;
    question.lambda_by_evidence = false;
  }
  if (axis_.parameter == SweepParameter::kVarianceFloor) question.variance_floor = value;
  return question;
}

std::vector<Scorer> SweepCounts::scorers(const Question& question, const RowSample& sample) const {
  std::vector<Scorer> out;
  for (std::size_t i = 0; i < axis_.points.size(); ++i) {
    const Question asked = calibrated(question_at(i, question), counts_at(i), sample);
    const bool learns = asked.rule != Rule::kNaive && can_be_weighted(counts_at(i).schema());
    std::vector<RuleWeight> rule;
    if (learns) rule = weigh(counts_at(i), sample);
    out.emplace_back(estimate(counts_at(i), asked, rule));
  }
  return out;
}

void SweepScores::add(const Batch& batch, const Schema& schema) {
  const auto& truths = std::get<Codes>(*batch.find(schema.target().name));
  const std::vector<double> weights = weights_of(batch, schema);
  for (std::size_t i = 0; i < scorers_.size(); ++i) {
    // Not kept from batch to batch: the posteriors of all points at once would fill the memory.
    Inference inference(scorers_[i]);
    const Posteriors& answers = inference.infer(batch);
    const std::vector<Label>& classes = scorers_[i].estimates().classes;
    Sums& sums = sums_[i];
    for_each_code(truths, batch.rows, [&](std::int64_t row, std::int32_t code) {
      const double weight = weights[static_cast<std::size_t>(row)];
      if (code < 0 || weight == 0) return;
      const RowOutcome outcome = outcome_of(answers, row, classes, truths.dictionary->label(code));
      sums.weight.add(weight);
      if (outcome.right) sums.right.add(weight);
      if (std::isinf(outcome.loss)) {
        sums.infinite_loss = true;
      } else {
        sums.loss.add_product(weight, outcome.loss);
      }
    });
  }
}

void SweepScores::merge(const SweepScores& other) {
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    sums_[i].weight += other.sums_[i].weight;
    sums_[i].right += other.sums_[i].right;
    sums_[i].loss += other.sums_[i].loss;
    sums_[i].infinite_loss |= other.sums_[i].infinite_loss;
  }
}

std::vector<SweepFigures> SweepScores::figures() const {
  std::vector<SweepFigures> out;
  for (const Sums& sums : sums_) {
    SweepFigures& figures = out.emplace_back();
    if (sums.weight.is_zero()) continue;
    figures.rows = sums.weight.to_double();
    figures.right = sums.right.to_double();
    figures.accuracy = ratio(sums.right, sums.weight);
    figures.log_loss = sums.infinite_loss ? -kLogZero : ratio(sums.loss, sums.weight);
  }
  return out;
}

std::vector<SweepFigures> cross_validated(const SweepCounts& counts, const RowStore& rows,
                                          const std::vector<std::vector<std::int64_t>>& folds,
                                          const Question& question, int threads) {
  // A score keeps every posterior, for the AUC: of all points at once they would fill the memory.
  constexpr std::size_t kTogether = 8;
  const std::size_t points = counts.axis().points.size();
  std::vector<SweepFigures> out;
  while (out.size() < points) {
    const Counts& asked = counts.counts_at(out.size());
    std::vector<Question> questions;
    for (std::size_t i = out.size(); i < points && questions.size() < kTogether; ++i) {
      if (&counts.counts_at(i) != &asked) break;
      questions.push_back(counts.question_at(i, question));
    }
    const Loss loss = Loss::zero_one(asked.class_labels());
    for (const Score& score : cross_validate(rows, folds, asked, questions, loss, threads)) {
      const ScoreSummary summary = score.summary();
      out.push_back({summary.rows, summary.right, summary.accuracy, summary.log_loss});
    }
  }
  return out;
}

}  // namespace tally
