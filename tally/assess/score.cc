// SPDX-License-Identifier: Apache-2.0
#include "tally/assess.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "tally/base/log_math.h"
#include "tally/sums/moments.h"

namespace tally {

namespace {

int index_of(const std::vector<Label>& sorted, const Label& label) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), label);
  return at != sorted.end() && *at == label ? static_cast<int>(at - sorted.begin()) : -1;
}

double mean(const ExactSum& sum, const ExactSum& weight) {
  return weight.is_zero() ? 0 : ratio(sum, weight);
}

// 0/0 is 0.
double share(double part, double whole) { return whole == 0 ? 0 : part / whole; }

// How many classes stand before `truth`: those of greater joint, and equals that come first.
std::size_t rank_of(std::span<const double> log_joint, std::size_t truth) {
  std::size_t rank = 0;
  for (std::size_t k = 0; k < log_joint.size(); ++k) {
    if (log_joint[k] > log_joint[truth] || (log_joint[k] == log_joint[truth] && k < truth)) ++rank;
  }
  return rank;
}

double squared_distance(std::span<const double> posterior, int truth) {
  double sum = truth < 0 ? 1 : 0;
  for (std::size_t k = 0; k < posterior.size(); ++k) {
    const double away = posterior[k] - (static_cast<int>(k) == truth ? 1 : 0);
    sum += away * away;
  }
  return sum;
}

// The means over classes, from what is known of each.
void add_means(ScoreSummary& summary) {
  double recalls = 0, occurring = 0, aucs = 0, ranked = 0;
  for (const ClassSummary& one : summary.classes) {
    if (one.rows > 0) {
      recalls += one.recall;
      ++occurring;
    }
    if (one.auc) {
      aucs += *one.auc;
      ++ranked;
    }
  }
  for (std::size_t t = 0; t < summary.classes.size(); ++t) {
    const double of_class = share(summary.classes[t].rows, summary.rows);
    if (of_class <= summary.largest_share) continue;
    summary.largest_share = of_class;
    summary.largest = summary.truths[t];
  }
  summary.balanced_accuracy = share(recalls, occurring);
  if (ranked > 0) summary.auc = aucs / ranked;
}

}  // namespace

void posterior_log_odds(std::span<const double> posterior, std::span<const double> log_posterior,
                        std::span<double> out) {
  for (std::size_t k = 0; k < posterior.size(); ++k) {
    double log_rest = std::log1p(-posterior[k]);
    if (posterior[k] > 0.5) {
      std::vector<double> rest(log_posterior.begin(), log_posterior.end());
      rest[k] = kLogZero;
      log_rest = log_sum_exp(rest);
    }
    out[k] = log_posterior[k] - log_rest;
  }
}

Score::Score(Loss loss)
    : loss_(std::move(loss)),
      risk_(loss_.decisions().size()),
      ranked_(loss_.classes().size()),
      ranking_(loss_.classes().size()) {}

// The cost of a decision for a truth; where either is unknown (−1), the greatest that it can be.
double Score::dearest_cost(int decision, int truth) const {
  if (decision >= 0 && truth >= 0) {
    return loss_.cost(static_cast<std::size_t>(decision), static_cast<std::size_t>(truth));
  }
  double dearest = -std::numeric_limits<double>::infinity();
  const auto decisions = static_cast<int>(loss_.decisions().size());
  const auto classes = static_cast<int>(loss_.classes().size());
  for (int i = 0; i < decisions; ++i) {
    for (int j = 0; j < classes; ++j) {
      if ((decision >= 0 && i != decision) || (truth >= 0 && j != truth)) continue;
      dearest =
          std::max(dearest, loss_.cost(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
    }
  }
  return dearest;
}

void Score::add(const Posteriors& posteriors, std::int64_t row, const Label& truth, double weight) {
  if (weight == 0) return;
  const int klass = index_of(loss_.classes(), truth);
  const int decision = decide(loss_, posteriors, row, risk_);
  const double cost = dearest_cost(decision, klass);

  weight_.add(weight);
  truth_weights_[truth].add(weight);
  realised_.add_product(weight, cost);
  if (decision < 0) {
    impossible_weight_.add(weight);
    expected_.add_product(weight, cost);
  } else {
    const Label& decided = loss_.decisions()[static_cast<std::size_t>(decision)];
    if (decided == truth) right_.add(weight);
    expected_.add_product(weight, risk_[static_cast<std::size_t>(decision)]);
    confusion_[{truth, decided}].add(weight);
  }

  const auto k = static_cast<std::size_t>(klass);
  const double log_posterior = klass < 0 ? kLogZero : posteriors.log_posterior_of(row)[k];
  const double log_joint = klass < 0 ? kLogZero : posteriors.joint_of(row)[k];
  if (log_posterior == kLogZero) {
    log_loss_infinite_ = true;
  } else {
    log_loss_.add_product(weight, -log_posterior);
  }
  if (!posteriors.joint_is_defined) {
    joint_is_defined_ = false;
  } else if (log_joint == kLogZero) {
    log_likelihood_infinite_ = true;
  } else {
    log_likelihood_.add_product(weight, log_joint);
  }
  add_probabilities(posteriors, row, klass, weight);
}

void Score::add_probabilities(const Posteriors& posteriors, std::int64_t row, int truth,
                              double weight) {
  const std::span<const double> posterior = posteriors.posterior_of(row);
  const std::span<const double> log_joint = posteriors.joint_of(row);
  brier_.add_product(weight, squared_distance(posterior, truth));
  std::vector<double> odds(posterior.size());
  posterior_log_odds(posterior, posteriors.log_posterior_of(row), odds);
  ranking_.add(odds, truth, weight);
  if (posteriors.impossible(row)) return;
  const auto greatest = std::max_element(log_joint.begin(), log_joint.end()) - log_joint.begin();
  calibration_.add(posterior[static_cast<std::size_t>(greatest)], greatest == truth, weight);
  if (truth < 0 || log_joint[static_cast<std::size_t>(truth)] == kLogZero) return;
  ranked_[rank_of(log_joint, static_cast<std::size_t>(truth))].add(weight);
}

void Score::merge(const Score& other) {
  for (const auto& [rule, rows] : other.rules_) rules_[rule] += rows;
  weight_ += other.weight_;
  right_ += other.right_;
  impossible_weight_ += other.impossible_weight_;
  log_loss_ += other.log_loss_;
  log_likelihood_ += other.log_likelihood_;
  realised_ += other.realised_;
  expected_ += other.expected_;
  log_loss_infinite_ = log_loss_infinite_ || other.log_loss_infinite_;
  log_likelihood_infinite_ = log_likelihood_infinite_ || other.log_likelihood_infinite_;
  joint_is_defined_ = joint_is_defined_ && other.joint_is_defined_;
  for (const auto& [cell, weight] : other.confusion_) confusion_[cell] += weight;
  for (const auto& [truth, weight] : other.truth_weights_) truth_weights_[truth] += weight;
  brier_ += other.brier_;
  for (std::size_t rank = 0; rank < ranked_.size(); ++rank) ranked_[rank] += other.ranked_[rank];
  calibration_.merge(other.calibration_);
  ranking_.merge(other.ranking_);
}

ScoreSummary Score::summary(int top) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ScoreSummary out;
  out.rules = rules_;
  out.rows = weight_.to_double();
  out.accuracy = mean(right_, weight_);
  out.log_loss = log_loss_infinite_ ? kInfinity : mean(log_loss_, weight_);
  out.joint_is_defined = joint_is_defined_;
  out.log_likelihood = log_likelihood_infinite_ ? -kInfinity : log_likelihood_.to_double();
  out.realised_risk = mean(realised_, weight_);
  out.expected_risk = mean(expected_, weight_);
  out.right = right_.to_double();
  out.impossible = impossible_weight_.to_double();

  std::set<Label> truths(loss_.classes().begin(), loss_.classes().end());
  for (const auto& [truth, weight] : truth_weights_) truths.insert(truth);
  out.truths.assign(truths.begin(), truths.end());
  out.decisions = loss_.decisions();
  for (const Label& truth : out.truths) {
    for (const Label& decision : out.decisions) {
      const auto cell = confusion_.find({truth, decision});
      out.confusion.push_back(cell == confusion_.end() ? 0 : cell->second.to_double());
    }
  }
  out.classes = classes_of(out);
  out.brier = mean(brier_, weight_);
  out.ece = calibration_.expected_error();
  out.reliability = calibration_.bins();
  add_means(out);

  out.top = top;
  ExactSum among;
  for (std::size_t rank = 0; rank < ranked_.size() && rank < static_cast<std::size_t>(top);
       ++rank) {
    among += ranked_[rank];
  }
  out.top_accuracy = mean(among, weight_);
  return out;
}

std::vector<ClassSummary> Score::classes_of(const ScoreSummary& summary) const {
  const std::size_t decisions = summary.decisions.size();
  std::vector<ClassSummary> out;
  for (std::size_t t = 0; t < summary.truths.size(); ++t) {
    const Label& truth = summary.truths[t];
    const int decision = index_of(summary.decisions, truth);
    double right = 0, decided = 0;
    for (std::size_t i = 0; decision >= 0 && i < summary.truths.size(); ++i) {
      const double cell = summary.confusion[i * decisions + static_cast<std::size_t>(decision)];
      decided += cell;
      if (i == t) right = cell;
    }
    ClassSummary& one = out.emplace_back();
    const auto weight = truth_weights_.find(truth);
    if (weight != truth_weights_.end()) one.rows = weight->second.to_double();
    one.precision = share(right, decided);
    one.recall = share(right, one.rows);
    one.f1 = share(2 * right, one.rows + decided);
    const int klass = index_of(loss_.classes(), truth);
    if (klass >= 0) one.auc = ranking_.auc(static_cast<std::size_t>(klass));
  }
  return out;
}

}  // namespace tally
