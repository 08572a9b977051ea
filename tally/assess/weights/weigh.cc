// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/weigh.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

#include "tally/assess/full/full_lesson.h"
#include "tally/assess/left_out/left_out_features.h"
#include "tally/assess/left_out/left_out_naive.h"
#include "tally/assess/left_out/left_out_score.h"
#include "tally/assess/left_out/lesson.h"
#include "tally/assess/text_rule/learn_texts.h"
#include "tally/assess/text_rule/left_out_naive_texts.h"
#include "tally/assess/tune.h"
#include "tally/assess/weights/copied_rows.h"
#include "tally/base/log_math.h"
#include "tally/infer/text_rule/text_sum.h"

namespace tally {

namespace {

std::size_t place_of_greatest(std::span<const double> p) {
  return static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
}

Lesson weighted_lesson(const Schema& schema, const RuleFeatures& features, const Batch& batch,
                       const RowTimes& times) {
  LeftOutFeatures left_out(schema, features, batch, times.leaving());
  std::vector<double> guess;
  for (const RuleFeature& feature : features.features) guess.push_back(feature.guess);
  Lesson lesson = lesson_of(left_out, features.classes.size(), std::move(guess), batch, times);
  lesson.problem.offsets = lesson.log_shares;
  return lesson;
}

// Rules are compared by so many rows of the lesson: enough to tell them apart, and naive Bayes without
// a row costs more than all voices do.
constexpr std::size_t kRowsToCompare = 2048;
// Texts: naive Bayes is so sure of itself there that its few great mistakes are all of its loss, and of the
// spread of it. The smaller loss decides.
constexpr double kErrorsOfTexts = 0;

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
                         const RowTimes& times, std::size_t size) {
  std::vector<RowLeftOut> rows;
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t row = lesson.rows[i];
    const double leaves = times.copies > 1 ? times.copies * times.of(row) : 1;
    rows.push_back({row, lesson.problem.times[i], leaves});
  }
  return naive_left_out(counts, batch, rows);
}

// The same of a table with texts, of which the sample has the terms.
LeftOutScore naive_score_with_texts(const Lesson& lesson, const Counts& counts, const Batch& batch,
                                    const RowSample& sample, std::size_t size) {
  std::vector<const SampledRow*> rows;
  for (const SampledRow& row : sample.rows()) rows.push_back(&row);
  LeftOutNaive others(counts, counts.classes(), batch);
  LeftOutNaiveTexts texts(counts);
  LeftOutScore score;
  std::vector<double> log_joint, p(lesson.problem.classes), log_p(lesson.problem.classes);
  for (std::size_t i = 0; i < size; ++i) {
    const SampledRow& row = *rows[static_cast<std::size_t>(lesson.rows[i])];
    const auto truth = static_cast<std::size_t>(lesson.problem.truths[i]);
    const double weight = lesson.problem.times[i] / static_cast<double>(row.times);
    ExactSum exactly;
    exactly.add(weight);
    others.posterior(lesson.rows[i], truth, exactly);
    log_joint.assign(others.log_posterior().begin(), others.log_posterior().end());
    texts.add(row, truth, weight, log_joint);
    normalise(log_joint, p, log_p);
    score.add(lesson.problem.times[i], p[truth], place_of_greatest(p) == truth);
  }
  return score;
}

// The lesson with what the texts say as its last feature, of the rows that they were learned from.
Lesson with_texts(const Lesson& lesson, const LearnedTexts& texts) {
  const LogLinearProblem& before = lesson.problem;
  const std::size_t K = before.classes, F = before.features();
  Lesson out;
  LogLinearProblem& problem = out.problem;
  problem.classes = K;
  problem.guess = before.guess;
  problem.guess.push_back(1);
  problem.ridge = before.ridge;
  problem.ridge.push_back(1);
  const std::size_t told = texts.rule.shape.told();
  std::vector<double> said(K);
  for (std::size_t i = 0, at = 0; i < lesson.rows.size() && at < texts.rows(); ++i) {
    const auto place = static_cast<std::size_t>(lesson.rows[i]);
    while (at < texts.rows() && texts.places[at] < place) ++at;
    if (at == texts.rows() || texts.places[at] != place) continue;
    said.assign(K, 0);
    add_told(std::span(texts.told).subspan(at * told, told), 1, said);
    const double mean = std::accumulate(said.begin(), said.end(), 0.0) / static_cast<double>(K);
    for (std::size_t k = 0; k < K; ++k) {
      const std::span<const float> others = before.said_about(i, k);
      problem.said.insert(problem.said.end(), others.begin(), others.end());
      problem.said.push_back(static_cast<float>(said[k] - mean));
      problem.offsets.push_back(before.offsets[i * K + k]);
      out.log_shares.push_back(lesson.log_shares[i * K + k]);
    }
    problem.truths.push_back(before.truths[i]);
    problem.times.push_back(before.times[i]);
    out.rows.push_back(lesson.rows[i]);
  }
  problem.said.resize(problem.truths.size() * K * (F + 1));
  return out;
}

bool are_finite(const LogLinearWeights& weights) {
  const auto is_finite = [](double x) { return std::isfinite(x); };
  return std::all_of(weights.weights.begin(), weights.weights.end(), is_finite) &&
         std::all_of(weights.biases.begin(), weights.biases.end(), is_finite);
}

// How the shares of the classes do alone.
LeftOutScore score_of_shares(const Lesson& lesson, std::size_t size) {
  const std::size_t K = lesson.problem.classes;
  LeftOutScore score;
  for (std::size_t i = 0; i < size; ++i) {
    const auto of_row = std::span(lesson.log_shares).subspan(i * K, K);
    const auto truth = static_cast<std::size_t>(lesson.problem.truths[i]);
    score.add(lesson.problem.times[i], std::exp(of_row[truth]), place_of_greatest(of_row) == truth);
  }
  return score;
}

// A rule that has learned, and how it does.
struct LearnedRuleScore {
  Rule rule;
  LeftOutScore score;
  double chosen = 0;  // weights: see chosen_weights
};

// What another rule has to beat, by so many standard errors.
struct Yardstick {
  LeftOutScore naive, shares;
  double gain_of_naive = 0;
  double errors_apart = LeftOutScore::kErrorsApart;

  // A few rows of which naive Bayes is wrong beyond all measure make its loss uncertain, and nothing is surely
  // better than what is uncertain. Where it loses more than the shares of the classes alone, these are enough.
  bool is_beaten_by(const LearnedRuleScore& other) const {
    const double needed = other.chosen + gain_of_naive * naive.rows();
    return naive.is_beaten_by(other.score, needed, errors_apart) ||
           (naive.log_loss() - gain_of_naive > shares.log_loss() &&
            shares.is_beaten_by(other.score, other.chosen, errors_apart));
  }
};

// The rule of least loss, if it is surely better; else the next.
Rule best_of(const Yardstick& yardstick, std::vector<const LearnedRuleScore*> rules) {
  std::stable_sort(rules.begin(), rules.end(),
                   [](const LearnedRuleScore* a, const LearnedRuleScore* b) {
                     return a->score.log_loss() < b->score.log_loss();
                   });
  for (const LearnedRuleScore* const one : rules) {
    if (yardstick.is_beaten_by(*one)) return one->rule;
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
  const std::vector<std::int64_t> counted = times_of(sample);
  const RowTimes times{counted, copies_in(sample, schema)};
  const double rows = counts.total_weight().to_double();
  std::vector<RuleWeight> out{{"", kRowsThen, rows},
                              {"", kRowsSampled, static_cast<double>(sample.rows().size())}};

  if (!schema.has_text()) out.push_back({"", kMarkOfCounts, mark_of(counts)});
  if (times.copies > 1) out.push_back({"", RuleRow::kCopies, times.copies});

  const RuleFeatures features = rule_features(counts, nullptr, times.copies);
  Lesson lesson = weighted_lesson(schema, features, batch, times);
  if (lesson.rows.empty()) return {};
  std::optional<LearnedTexts> texts;
  if (schema.has_text()) {
    texts = learn_texts(counts, sample);
    lesson = with_texts(lesson, *texts);
    if (lesson.rows.empty()) return {};
  }
  std::size_t compared = std::min(lesson.rows.size(), kRowsToCompare);
  // Texts alone have been weighed.
  const bool is_weighed_already = features.features.empty() && texts;
  LogLinearWeights weights{{1}, std::vector<double>(features.classes.size())};
  if (!is_weighed_already) weights = fit_log_linear(lesson.problem);
  LearnedRuleScore weighted{Rule::kWeighted, {}, 0};
  if (!is_weighed_already) weighted.chosen = chosen_weights(lesson.problem, weights);
  add_weights(out, "", names_of(features), features.classes, weights);
  if (texts) {
    weighted.chosen += texts->chosen;
    texts->rule.weight = weights.weights.back();
    std::vector<RuleWeight> rows_of_texts = rows_of(texts->rule, counts.class_labels());
    out.insert(out.end(), rows_of_texts.begin(), rows_of_texts.end());
    out.insert(out.end(), texts->corrections.begin(), texts->corrections.end());
  }
  std::vector<const LearnedRuleScore*> rules{&weighted};

  LearnedRuleScore full{Rule::kFull, {}};
  if (can_be_full(counts)) {
    const FullFeatures together = full_features(counts, nullptr, times.copies);
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
  const LeftOutScore naive = texts ? naive_score_with_texts(lesson, counts, batch, sample, compared)
                                   : naive_score(lesson, counts, batch, times, compared);
  add_score(out, Rule::kNaive, naive);
  for (const LearnedRuleScore* const one : rules) add_score(out, one->rule, one->score);
  const Yardstick yardstick{naive, score_of_shares(lesson, compared), gain_of_naive,
                            texts ? kErrorsOfTexts : LeftOutScore::kErrorsApart};
  const Rule best = best_of(yardstick, rules);
  out.push_back({"", rule_row(RuleRow::kChosen, best), 1});
  std::sort(out.begin(), out.end(), [](const RuleWeight& a, const RuleWeight& b) {
    return std::tie(a.klass, a.part) < std::tie(b.klass, b.part);
  });
  return out;
}

}  // namespace tally
