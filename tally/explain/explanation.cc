// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/explainer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tally/base/log_math.h"
#include "tally/explain/formula.h"
#include "tally/explain/worked_rule.h"
#include "tally/explain/worked_terms.h"
#include "tally/explain/worked_texts.h"
#include "tally/explain/worked_together.h"
#include "tally/explain/worked_voices.h"

namespace tally {

namespace {

// A sum of logarithms from which any one can be taken out again, minus infinities included.
struct LogProduct {
  double finite = 0;
  int zeros = 0;

  void multiply(double log_factor) {
    if (log_factor == kLogZero) {
      ++zeros;
    } else {
      finite += log_factor;
    }
  }
  double without(double log_factor) const {
    const bool zero = log_factor == kLogZero;
    if (zeros > (zero ? 1 : 0)) return kLogZero;
    return zero ? finite : finite - log_factor;
  }
};

// What factors log f_c add to the log-odds of class k, where the joints without them are p_c:
//   log f_k − log (Σ_{c≠k} p_c f_c / Σ_{c≠k} p_c)
double contribution(const std::vector<double>& log_p, const std::vector<double>& log_f,
                    std::size_t k) {
  if (log_p[k] == kLogZero) return 0;
  std::vector<double> rest = log_p;
  rest[k] = kLogZero;
  const double most = *std::max_element(rest.begin(), rest.end());
  if (most == kLogZero) return log_f[k] == kLogZero ? kLogZero : 0;
  for (double& log : rest) log -= most;  // of two classes, the other's p_c is then exactly 1
  const double before = log_sum_exp(rest);
  for (std::size_t c = 0; c < rest.size(); ++c) rest[c] += log_f[c];
  const double mean = log_sum_exp(rest) - before;
  return log_f[k] == mean ? 0 : log_f[k] - mean;
}

// What a factor is to the answer: itself, or, calibrated, a power of it.
double counted_as(const Explanation& why, const WorkedFactor& factor) {
  const double log_value = factor.log_value;
  return why.calibrator && log_value != kLogZero ? why.calibrator->slope * log_value : log_value;
}

void add_contributions(Explanation& why) {
  const std::size_t classes = why.classes.size();
  std::vector<LogProduct> products(classes);
  for (std::size_t k = 0; k < classes; ++k) {
    products[k].multiply(why.prior[k].log_value);
    if (why.calibrator) products[k].multiply(why.calibrator->biases[k]);
    for (const WorkedFeature& feature : why.features) {
      if (!feature.factors.empty()) products[k].multiply(counted_as(why, feature.factors[k]));
    }
  }
  for (WorkedFeature& feature : why.features) {
    feature.contributions.assign(classes, 0);
    if (feature.factors.empty()) continue;
    std::vector<double> without(classes), factors(classes);
    for (std::size_t k = 0; k < classes; ++k) {
      factors[k] = counted_as(why, feature.factors[k]);
      without[k] = products[k].without(factors[k]);
    }
    for (std::size_t k = 0; k < classes; ++k) {
      feature.contributions[k] = contribution(without, factors, k);
    }
  }
}

std::vector<WorkedFactor> worked_factors(const FeatureEstimate& feature, const Counts& counts,
                                         const Question& question, const RowCells& row) {
  const std::vector<Counts::Class> classes = counts.classes();
  std::vector<double> log_likelihood(classes.size());
  feature_log_likelihood(feature, classes.size(), row.batch(), 0, log_likelihood);
  const Tally& tally = *counts.find(feature.name);
  std::vector<WorkedFactor> out;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    out.push_back({likelihood_formula(feature, tally, question, {k, classes[k].code}, row),
                   log_likelihood[k]});
  }
  return out;
}

// What was answered and decided.
void add_answer(Explanation& why, const Posteriors& answer, const Loss& loss) {
  why.joint_is_defined = answer.joint_is_defined;
  why.log_joint.assign(answer.log_joint.begin(), answer.log_joint.end());
  why.log_evidence = answer.log_evidence[0];
  why.posterior = answer.posterior;
  why.decisions = loss.decisions();
  why.alarm = loss.alarm();
  why.risk.resize(why.decisions.size());
  for (std::size_t i = 0; i < why.decisions.size(); ++i) {
    for (std::size_t k = 0; k < why.classes.size(); ++k) why.costs.push_back(loss.cost(i, k));
  }
  why.decision = decide(loss, answer, 0, why.risk);
}

// What both rules with weights have in common.
Explanation answered_by(Rule rule, const Counts& counts, const Question& question, const Loss& loss,
                        const RowCells& cells, const Scorer& scorer) {
  Explanation why;
  why.answers = rule;
  why.question = "the rule " + std::string(to_string(rule)) + ", prior " +
                 std::string(to_string(question.prior));
  why.target = counts.schema().target().name;
  why.classes = scorer.estimates().classes;
  Inference inference(scorer);
  add_answer(why, inference.infer(cells.batch()), loss);
  return why;
}

Explanation explain_weighted(const Counts& counts, const Question& question, const Loss& loss,
                             const RowCells& cells, std::span<const RuleWeight> weights) {
  const RuleFeatures features = rule_features(counts, nullptr, copies_of(weights));
  const Scorer scorer(weighted_estimates(counts, question, weights));
  Explanation why = answered_by(Rule::kWeighted, counts, question, loss, cells, scorer);
  add_voices(why, features, scorer.estimates(), cells);
  if (scorer.estimates().texts != nullptr) add_texts(why, *scorer.estimates().texts, cells);
  return why;
}

Explanation explain_full(const Counts& counts, const Question& question, const Loss& loss,
                         const RowCells& cells, std::span<const RuleWeight> weights) {
  const FullFeatures features = full_features(counts, nullptr, copies_of(weights));
  const Scorer scorer(full_estimates(features, question, weights));
  Explanation why = answered_by(Rule::kFull, counts, question, loss, cells, scorer);
  add_voices(why, features.voices, scorer.estimates(), cells);
  add_together(why, counts, features, scorer.estimates(), weights, cells);
  return why;
}

Explanation explain_tan(const Counts& counts, const Question& question, const Loss& loss,
                        const RowCells& cells) {
  const Scorer scorer(tan_estimates(counts, question));
  Explanation why = answered_by(Rule::kTan, counts, question, loss, cells, scorer);
  add_voices(why, tan_voices(counts), scorer.estimates(), cells);
  add_tree(why, counts, scorer.estimates(), cells);
  return why;
}

WorkedFeature left_out_feature(const Counts& counts, const std::string& name) {
  const Tally& tally = *counts.find(name);
  bool seen = false;
  for (const Counts::Class& klass : counts.classes()) {
    seen = seen || (is_density(tally.family()) && !tally.at(klass.code, Part::kWeight).is_zero());
  }
  WorkedFeature out;
  out.name = name;
  out.family = tally.family();
  out.left_out = as_text(tally) ? "it repeats what the words say"
                 : seen         ? "the same value in every row"
                                : "no value was ever counted";
  return out;
}

}  // namespace

std::size_t Explanation::told_class() const {
  if (decision >= 0) {
    const auto decided =
        std::find(classes.begin(), classes.end(), decisions[static_cast<std::size_t>(decision)]);
    if (decided != classes.end()) return static_cast<std::size_t>(decided - classes.begin());
  }
  const auto best = std::max_element(log_joint.begin(), log_joint.end());
  return static_cast<std::size_t>(best - log_joint.begin());
}

const WorkedRule& Explanation::told_rule() const {
  const auto own =
      std::find_if(rule.begin(), rule.end(),
                   [told = told_class()](const auto& worked) { return worked.klass == told; });
  return own == rule.end() ? rule.front() : *own;
}

std::vector<std::size_t> Explanation::most_telling() const {
  const std::size_t told = told_class();
  std::vector<std::size_t> order(features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(features[a].contributions[told]) > std::abs(features[b].contributions[told]);
  });
  return order;
}

std::size_t Explanation::runner_up() const {
  const std::size_t told = told_class();
  std::size_t best = told;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (k != told && (best == told || log_joint[k] > log_joint[best])) best = k;
  }
  return best;
}

Explainer::Explainer(const Counts& counts, const Question& question, const Loss& loss,
                     std::span<const RuleWeight> weights)
    : counts_(counts), loss_(loss), weights_(weights.begin(), weights.end()) {
  validate(question);
  question_ = with_lambdas(question, counts);
  const Rule rule = rule_of(question_, weights_);
  if (rule == Rule::kNaive || rule == Rule::kAuto) {
    scorer_.emplace(estimate(counts, question_, weights_));
  }
}

Explanation Explainer::explain(const Batch& batch, std::int64_t row) const {
  const RowCells cells(batch, row);
  switch (rule_of(question_, weights_)) {
    case Rule::kWeighted:
      return explain_weighted(counts_, question_, loss_, cells, weights_);
    case Rule::kFull:
      return explain_full(counts_, question_, loss_, cells, weights_);
    case Rule::kTan:
      return explain_tan(counts_, question_, loss_, cells);
    case Rule::kNaive:
    case Rule::kAuto:
      break;
  }
  return explain_naive(cells);
}

Explanation Explainer::explain_naive(const RowCells& cells) const {
  const Counts& counts = counts_;
  const Question& question = question_;
  const Estimates& estimates = scorer_->estimates();
  Inference inference(*scorer_);
  const Posteriors& answer = inference.infer(cells.batch());

  Explanation why;
  why.question = question_text(question);
  why.target = counts.schema().target().name;
  why.classes = estimates.classes;
  const std::vector<Counts::Class> classes = counts.classes();
  for (std::size_t k = 0; k < classes.size(); ++k) {
    why.prior.push_back({prior_formula(counts, question, classes[k]), estimates.log_prior[k]});
  }
  for (const FeatureEstimate& feature : estimates.features) {
    WorkedFeature worked;
    worked.name = feature.name;
    worked.family = feature.family;
    worked.missing = is_missing(feature, cells);
    const auto own = std::find_if(question.lambdas.begin(), question.lambdas.end(),
                                  [&](const auto& one) { return one.first == feature.name; });
    if (own != question.lambdas.end()) worked.lambda = own->second;
    if (!worked.missing) {
      worked.value = value_text(feature, cells);
      worked.event = event_text(feature, cells);
      // Under fisher and learned a text has no likelihood: its terms are witnesses.
      const bool is_text = facts_of(feature.family).cells == CellKind::kTerms;
      if (!is_text || !asks_terms_alone(estimates.combine)) {
        worked.factors = worked_factors(feature, counts, question, cells);
      }
    }
    why.features.push_back(std::move(worked));
  }
  for (const std::string& name : estimates.left_out) {
    why.features.push_back(left_out_feature(counts, name));
  }
  std::sort(why.features.begin(), why.features.end(),
            [](const WorkedFeature& a, const WorkedFeature& b) { return a.name < b.name; });

  add_answer(why, answer, loss_);
  why.calibrator = estimates.calibrator;
  add_contributions(why);
  why.combine = estimates.combine;
  if (why.combine == Combine::kFisher) why.verdicts = fisher_verdicts(estimates, cells.batch(), 0);
  if (why.combine == Combine::kLearned && why.decision >= 0) add_rule(why, estimates, cells);
  add_terms(why, counts, estimates, cells);
  return why;
}

Explanation explain(const Counts& counts, const Question& question, const Loss& loss,
                    const Batch& batch, std::int64_t row, std::span<const RuleWeight> weights) {
  return Explainer(counts, question, loss, weights).explain(batch, row);
}

}  // namespace tally
