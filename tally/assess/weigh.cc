// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weigh.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "tally/assess/full/full_lesson.h"
#include "tally/assess/left_out_features.h"
#include "tally/assess/left_out_score.h"
#include "tally/assess/lesson.h"
#include "tally/assess/tune.h"

namespace tally {

namespace {

std::size_t place_of_greatest(std::span<const double> p) {
  return static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
}

Lesson weighted_lesson(const Schema& schema, const RuleFeatures& features, const Batch& batch,
                       std::span<const std::int64_t> times) {
  LeftOutFeatures left_out(schema, features, batch);
  std::vector<double> guess;
  for (const RuleFeature& feature : features.features) guess.push_back(feature.guess);
  Lesson lesson = lesson_of(left_out, features.classes.size(), std::move(guess), batch, times);
  lesson.problem.offsets = lesson.log_shares;
  return lesson;
}

// Rules are compared by so many rows of the lesson: enough to tell them apart, and naive Bayes without
// a row costs more than all voices do.
constexpr std::size_t kRowsToCompare = 2048;

// How a rule does on the first rows of its lesson.
LeftOutScore score_of(const Lesson& lesson, const LogLinearWeights& weights, double all_rows,
                      std::size_t rows) {
  const LogLinearProblem& problem = lesson.problem;
  const std::size_t K = problem.classes;
  LeftOutScore score;
  std::vector<double> p(K);
  FeatureWeights bounds;
  bounds.rows = all_rows;
  for (std::size_t i = 0; i < rows; ++i) {
    log_linear_posterior(problem, weights, i, p);
    bounds.shares.assign(K, 0);
    for (std::size_t k = 0; k < K; ++k) bounds.shares[k] = std::exp(lesson.log_shares[i * K + k]);
    keep_off_zero(bounds, p);
    const auto truth = static_cast<std::size_t>(problem.truths[i]);
    score.add(problem.times[i], p[truth], place_of_greatest(p) == truth);
  }
  return score;
}

LeftOutScore naive_score(const Lesson& lesson, const Counts& counts, const Batch& batch,
                         std::size_t size) {
  std::vector<RowLeftOut> rows;
  for (std::size_t i = 0; i < size; ++i) rows.push_back({lesson.rows[i], lesson.problem.times[i]});
  return naive_left_out(counts, batch, rows);
}

bool are_finite(const LogLinearWeights& weights) {
  const auto is_finite = [](double x) { return std::isfinite(x); };
  return std::all_of(weights.weights.begin(), weights.weights.end(), is_finite) &&
         std::all_of(weights.biases.begin(), weights.biases.end(), is_finite);
}

// A rule that has learned, and how it does.
struct LearnedRuleScore {
  Rule rule;
  LeftOutScore score;
  double chosen = 0;  // weights: see chosen_weights
};

// The rule of least loss, if it is better than naive Bayes by more than chance; else the next.
Rule best_of(const LeftOutScore& naive, std::vector<const LearnedRuleScore*> rules,
             double gain_of_naive) {
  std::stable_sort(rules.begin(), rules.end(),
                   [](const LearnedRuleScore* a, const LearnedRuleScore* b) {
                     return a->score.log_loss() < b->score.log_loss();
                   });
  for (const LearnedRuleScore* const one : rules) {
    const double needed = one->chosen + gain_of_naive * naive.rows();
    if (naive.is_beaten_by(one->score, needed)) return one->rule;
  }
  return Rule::kNaive;
}

void add_score(std::vector<RuleWeight>& out, Rule rule, const LeftOutScore& score) {
  out.push_back({"", rule_row(RuleRow::kAccuracy, rule), score.accuracy()});
  out.push_back({"", rule_row(RuleRow::kLogLoss, rule), score.log_loss()});
}

void add_weights(std::vector<RuleWeight>& out, const std::string& prefix,
                 const std::vector<std::string>& names, const std::vector<Counts::Class>& classes,
                 const LogLinearWeights& weights) {
  for (std::size_t f = 0; f < names.size(); ++f) {
    out.push_back({"", prefix + names[f], weights.weights[f]});
  }
  for (std::size_t k = 0; k < classes.size(); ++k) {
    out.push_back({classes[k].label.to_string(), prefix + RuleRow::kBias, weights.biases[k]});
  }
}

std::vector<std::string> names_of(const RuleFeatures& features) {
  std::vector<std::string> out;
  for (const RuleFeature& feature : features.features) out.push_back(feature.name());
  return out;
}

std::vector<std::string> names_of(const FullFeatures& features) {
  std::vector<std::string> out = names_of(features.voices);
  for (const JointFeature& feature : features.together) out.push_back(feature.name());
  return out;
}

}  // namespace

std::vector<RuleWeight> weigh(const Counts& counts, const RowSample& sample, double gain_of_naive) {
  const Schema& schema = counts.schema();
  if (!can_be_weighted(schema) || counts.classes().size() < 2) return {};
  const Batch batch = batch_of(sample, schema);
  const std::vector<std::int64_t> times = times_of(sample);
  const double rows = counts.total_weight().to_double();
  std::vector<RuleWeight> out{{"", kRowsThen, rows},
                              {"", kRowsSampled, static_cast<double>(sample.rows().size())}};

  const RuleFeatures features = rule_features(counts);
  const Lesson lesson = weighted_lesson(schema, features, batch, times);
  if (lesson.rows.empty()) return {};
  std::size_t compared = std::min(lesson.rows.size(), kRowsToCompare);
  const LogLinearWeights weights = fit_log_linear(lesson.problem);
  add_weights(out, "", names_of(features), features.classes, weights);
  LearnedRuleScore weighted{Rule::kWeighted, {}, chosen_weights(lesson.problem, weights)};
  std::vector<const LearnedRuleScore*> rules{&weighted};

  LearnedRuleScore full{Rule::kFull, {}};
  if (can_be_full(counts)) {
    const FullFeatures together = full_features(counts);
    Lesson full_rows = full_lesson(schema, together, batch, times);
    compared = std::min(compared, full_rows.rows.size());
    const LogLinearWeights learned = learn_full(together, full_rows);
    full.score = score_of(full_rows, learned, rows, compared);
    // Rows whose weights differ by hundreds of powers of two may leave nothing to solve.
    if (are_finite(learned) && std::isfinite(full.score.log_loss())) {
      add_weights(out, kFullPrefix, names_of(together), together.classes(), learned);
      full.chosen = chosen_weights(full_rows.problem, learned);
      rules.push_back(&full);
    }
  }
  weighted.score = score_of(lesson, weights, rows, compared);
  const LeftOutScore naive = naive_score(lesson, counts, batch, compared);
  add_score(out, Rule::kNaive, naive);
  for (const LearnedRuleScore* const one : rules) add_score(out, one->rule, one->score);
  out.push_back({"", rule_row(RuleRow::kChosen, best_of(naive, rules, gain_of_naive)), 1});
  std::sort(out.begin(), out.end(), [](const RuleWeight& a, const RuleWeight& b) {
    return std::tie(a.klass, a.part) < std::tie(b.klass, b.part);
  });
  return out;
}

}  // namespace tally
