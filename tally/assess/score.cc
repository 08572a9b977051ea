#include "tally/assess/score.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "tally/base/log_math.h"

namespace tally {

namespace {

int index_of(const std::vector<Label>& sorted, const Label& label) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), label);
  return at != sorted.end() && *at == label ? static_cast<int>(at - sorted.begin()) : -1;
}

double mean(const ExactSum& sum, const ExactSum& weight) {
  return weight.is_zero() ? 0 : ratio(sum, weight);
}

// Rows are counted in integers, unless they have weights.
nlohmann::ordered_json count(double value) {
  constexpr double kExactIntegers = 9007199254740992.0;
  if (value == std::floor(value) && std::abs(value) <= kExactIntegers) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

}  // namespace

Score::Score(Loss loss) : loss_(std::move(loss)), risk_(loss_.decisions().size()) {}

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
  conditional_risk(loss_, posteriors.posterior_of(row), risk_);
  const int decision = decide(loss_, posteriors.joint_of(row), risk_);
  const double cost = dearest_cost(decision, klass);

  weight_.add(weight);
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
  if (log_joint == kLogZero) {
    log_likelihood_infinite_ = true;
  } else {
    log_likelihood_.add_product(weight, log_joint);
  }
}

void Score::merge(const Score& other) {
  weight_ += other.weight_;
  right_ += other.right_;
  impossible_weight_ += other.impossible_weight_;
  log_loss_ += other.log_loss_;
  log_likelihood_ += other.log_likelihood_;
  realised_ += other.realised_;
  expected_ += other.expected_;
  log_loss_infinite_ = log_loss_infinite_ || other.log_loss_infinite_;
  log_likelihood_infinite_ = log_likelihood_infinite_ || other.log_likelihood_infinite_;
  for (const auto& [cell, weight] : other.confusion_) confusion_[cell] += weight;
}

ScoreSummary Score::summary() const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ScoreSummary out;
  out.rows = weight_.to_double();
  out.accuracy = mean(right_, weight_);
  out.log_loss = log_loss_infinite_ ? kInfinity : mean(log_loss_, weight_);
  out.log_likelihood = log_likelihood_infinite_ ? -kInfinity : log_likelihood_.to_double();
  out.realised_risk = mean(realised_, weight_);
  out.expected_risk = mean(expected_, weight_);
  out.right = right_.to_double();
  out.impossible = impossible_weight_.to_double();

  std::set<Label> truths(loss_.classes().begin(), loss_.classes().end());
  for (const auto& [cell, weight] : confusion_) truths.insert(cell.first);
  out.truths.assign(truths.begin(), truths.end());
  out.decisions = loss_.decisions();
  for (const Label& truth : out.truths) {
    for (const Label& decision : out.decisions) {
      const auto cell = confusion_.find({truth, decision});
      out.confusion.push_back(cell == confusion_.end() ? 0 : cell->second.to_double());
    }
  }
  return out;
}

std::string to_json(const ScoreSummary& summary) {
  nlohmann::ordered_json json;
  json["rows"] = count(summary.rows);
  json["accuracy"] = summary.accuracy;
  json["log_loss"] = summary.log_loss;  // an infinite number is dumped as null
  json["log_likelihood"] = summary.log_likelihood;
  json["realised_risk"] = summary.realised_risk;
  json["expected_risk"] = summary.expected_risk;
  json["impossible"] = count(summary.impossible);
  auto& confusion = json["confusion"] = nlohmann::ordered_json::object();
  auto cell = summary.confusion.begin();
  for (const Label& truth : summary.truths) {
    auto& decided = confusion[truth.to_string()] = nlohmann::ordered_json::object();
    for (const Label& decision : summary.decisions) decided[decision.to_string()] = count(*cell++);
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace tally
