// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weigh.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "tally/assess/left_out_features.h"
#include "tally/assess/left_out_score.h"
#include "tally/assess/log_linear.h"
#include "tally/assess/tune.h"

namespace tally {

namespace {

constexpr std::size_t kMostSaid = std::size_t{1} << 25;  // numbers, 128 MB

std::size_t place_of_greatest(std::span<const double> p) {
  return static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
}

// The rows that the rule is learned from.
struct Lesson {
  LogLinearProblem problem;
  std::vector<std::int64_t> rows;  // of the batch
};

Lesson lesson_of(LeftOutFeatures& left_out, const RuleFeatures& features, const Batch& batch,
                 std::span<const std::int64_t> times) {
  Lesson lesson;
  LogLinearProblem& problem = lesson.problem;
  const std::size_t K = features.classes.size(), F = features.features.size();
  problem.classes = K;
  for (const RuleFeature& feature : features.features) problem.guess.push_back(feature.guess);
  problem.ridge.assign(F, 1);
  std::vector<double> said(F * K);
  // As many of the rows with the smallest digests as there is room for: a fair sample, too.
  const auto most = static_cast<std::int64_t>(kMostSaid / std::max<std::size_t>(1, F * K));
  for (std::int64_t row = 0; row < std::min(batch.rows, most); ++row) {
    if (left_out.is_alone(row)) continue;
    left_out.say(row, said);
    for (std::size_t f = 0; f < F; ++f) {
      double sum = 0;
      for (std::size_t k = 0; k < K; ++k) sum += said[f * K + k];
      // What it says about all classes alike changes nothing, and would cost digits.
      for (std::size_t k = 0; k < K; ++k) said[f * K + k] -= sum / static_cast<double>(K);
    }
    for (std::size_t k = 0; k < K; ++k) {
      for (std::size_t f = 0; f < F; ++f) {
        problem.said.push_back(static_cast<float>(said[f * K + k]));
      }
    }
    const std::vector<double> offsets = log_shares(left_out.classes_without(row));
    problem.offsets.insert(problem.offsets.end(), offsets.begin(), offsets.end());
    problem.truths.push_back(static_cast<std::int32_t>(left_out.truth(row)));
    problem.times.push_back(static_cast<double>(times[static_cast<std::size_t>(row)]) *
                            left_out.weight(row));
    lesson.rows.push_back(row);
  }
  return lesson;
}

// Rules are compared by so many rows of the lesson: enough to tell them apart, and naive Bayes without
// a row costs more than all voices do.
std::size_t rows_to_compare(const Lesson& lesson) {
  return std::min<std::size_t>(lesson.rows.size(), 2048);
}

LeftOutScore weighted_score(const Lesson& lesson, const LogLinearWeights& weights,
                            double all_rows) {
  const LogLinearProblem& problem = lesson.problem;
  const std::size_t K = problem.classes;
  LeftOutScore score;
  std::vector<double> p(K);
  FeatureWeights bounds;
  bounds.rows = all_rows;
  for (std::size_t i = 0; i < rows_to_compare(lesson); ++i) {
    log_linear_posterior(problem, weights, i, p);
    bounds.shares.assign(K, 0);
    for (std::size_t k = 0; k < K; ++k) bounds.shares[k] = std::exp(problem.offsets[i * K + k]);
    keep_off_zero(bounds, p);
    const auto truth = static_cast<std::size_t>(problem.truths[i]);
    score.add(problem.times[i], p[truth], place_of_greatest(p) == truth);
  }
  return score;
}

LeftOutScore naive_score(const Lesson& lesson, const Counts& counts, const Batch& batch) {
  std::vector<RowLeftOut> rows;
  for (std::size_t i = 0; i < rows_to_compare(lesson); ++i) {
    rows.push_back({lesson.rows[i], lesson.problem.times[i]});
  }
  return naive_left_out(counts, batch, rows);
}

}  // namespace

std::vector<RuleWeight> weigh(const Counts& counts, const RowSample& sample, double gain_of_naive) {
  const Schema& schema = counts.schema();
  if (!can_be_weighted(schema) || counts.classes().size() < 2) return {};
  const RuleFeatures features = rule_features(counts);
  const Batch batch = batch_of(sample, schema);
  LeftOutFeatures left_out(schema, features, batch);
  const Lesson lesson = lesson_of(left_out, features, batch, times_of(sample));
  if (lesson.rows.empty()) return {};
  const LogLinearWeights weights = fit_log_linear(lesson.problem);
  const double rows = counts.total_weight().to_double();
  std::vector<RuleWeight> out{{"", kRowsThen, rows},
                              {"", kRowsSampled, static_cast<double>(sample.rows().size())}};
  const LeftOutScore naive = naive_score(lesson, counts, batch);
  const LeftOutScore weighted = weighted_score(lesson, weights, rows);
  for (const auto& [rule, score] :
       {std::pair(Rule::kNaive, &naive), std::pair(Rule::kWeighted, &weighted)}) {
    out.push_back({"", rule_row(RuleRow::kAccuracy, rule), score->accuracy()});
    out.push_back({"", rule_row(RuleRow::kLogLoss, rule), score->log_loss()});
  }
  const bool is_better = naive.is_beaten_by(
      weighted, chosen_weights(lesson.problem, weights) + gain_of_naive * naive.rows());
  const Rule chosen = is_better ? Rule::kWeighted : Rule::kNaive;
  out.push_back({"", rule_row(RuleRow::kChosen, chosen), 1});
  for (std::size_t f = 0; f < features.features.size(); ++f) {
    out.push_back({"", features.features[f].name(), weights.weights[f]});
  }
  for (std::size_t k = 0; k < features.classes.size(); ++k) {
    out.push_back({features.classes[k].label.to_string(), RuleRow::kBias, weights.biases[k]});
  }
  std::sort(out.begin(), out.end(), [](const RuleWeight& a, const RuleWeight& b) {
    return std::tie(a.klass, a.part) < std::tie(b.klass, b.part);
  });
  return out;
}

}  // namespace tally
