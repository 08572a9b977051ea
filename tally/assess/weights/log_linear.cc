// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/log_linear.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "tally/assess/weights/feature_sums.h"
#include "tally/assess/weights/step_metric.h"

namespace tally {

namespace {

using Vector = std::vector<double>;

constexpr std::size_t kMemory = 12;   // steps that the curvature is guessed from
constexpr double kSufficient = 1e-4;  // of the decrease that the slope promises (Armijo)
constexpr double kFlat = 1e-4;        // a slope below this is none
constexpr int kMostHalvings = 40;

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double norm(const Vector& v) { return std::sqrt(dot(v, v)); }

// The scores become probabilities; gives the logarithm of their sum.
double soft_max(std::span<double> scores) {
  const double most = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (double& score : scores) {
    score = std::exp(score - most);
    sum += score;
  }
  for (double& score : scores) score /= sum;
  return most + std::log(sum);
}

// The problem over one vector of all unknowns, weights first.
class Valley {
 public:
  explicit Valley(const LogLinearProblem& problem)
      : problem_(problem), posterior_(problem.classes) {}

  std::size_t features() const { return problem_.features(); }

  Vector start() const {
    Vector at = problem_.guess;
    at.resize(features() + problem_.classes);
    return at;
  }

  double height(const Vector& at, Vector* gradient) {
    double sum = 0;
    if (gradient != nullptr) gradient->assign(at.size(), 0);
    for (std::size_t f = 0; f < features(); ++f) {
      const double off = at[f] - problem_.guess[f];
      sum += problem_.ridge[f] * off * off;
      if (gradient != nullptr) (*gradient)[f] = 2 * problem_.ridge[f] * off;
    }
    for (std::size_t k = features(); k < at.size(); ++k) {
      sum += problem_.bias_ridge * at[k] * at[k];
      if (gradient != nullptr) (*gradient)[k] = 2 * problem_.bias_ridge * at[k];
    }
    for (std::size_t row = 0; row < problem_.rows(); ++row) sum += height_of(row, at, gradient);
    return sum;
  }

  // Fills posterior_; gives the score of the truth and the logarithm of the sum over all classes.
  std::pair<double, double> score(std::size_t row, std::span<const double> at) {
    const std::size_t classes = problem_.classes;
    const std::span<const double> weights = at.first(features());
    for (std::size_t k = 0; k < classes; ++k) {
      posterior_[k] = problem_.offsets[row * classes + k] + at[features() + k] +
                      weighed(weights, problem_.said_about(row, k));
    }
    const double of_truth = posterior_[static_cast<std::size_t>(problem_.truths[row])];
    return {of_truth, soft_max(posterior_)};
  }
  const Vector& posterior() const { return posterior_; }

 private:
  double height_of(std::size_t row, const Vector& at, Vector* gradient) {
    const double times = problem_.times[row];
    const auto truth = static_cast<std::size_t>(problem_.truths[row]);
    const auto [of_truth, log_sum] = score(row, at);
    if (gradient == nullptr) return times * (log_sum - of_truth);
    for (std::size_t k = 0; k < problem_.classes; ++k) {
      const double slope = times * (posterior_[k] - (k == truth ? 1 : 0));
      add_share(slope, problem_.said_about(row, k), *gradient);
      if (problem_.has_biases) (*gradient)[features() + k] += slope;
    }
    return times * (log_sum - of_truth);
  }

  const LogLinearProblem& problem_;
  Vector posterior_;
};

// What the last steps tell about the curvature (Nocedal 1980), on top of a first guess of it.
class Curvature {
 public:
  explicit Curvature(StepMetric guess) : guess_(std::move(guess)) {}

  void learn(Vector step, Vector bend) {
    const double along = dot(step, bend);
    if (!(along > 1e-12 * norm(step) * norm(bend))) return;
    if (steps_.size() == kMemory) steps_.pop_front();
    steps_.push_back({std::move(step), std::move(bend), along});
  }
  void forget() { steps_.clear(); }
  bool knows_nothing() const { return steps_.empty() && guess_.is_one(); }

  // The direction to the bottom, where the unknowns that are not free stay where they are.
  Vector direction(Vector slope, const std::vector<bool>& free) {
    std::vector<double> shares(steps_.size());
    for (std::size_t i = steps_.size(); i-- > 0;) {
      shares[i] = dot(steps_[i].step, slope) / steps_[i].along;
      add(slope, -shares[i], steps_[i].bend, free);
    }
    guess_.solve(slope, free);
    if (!steps_.empty()) {
      const Step& last = steps_.back();
      Vector bend = last.bend;
      guess_.solve(bend, free);
      const double scale = last.along / dot(last.bend, bend);
      for (double& one : slope) one *= scale;
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const double back = dot(steps_[i].bend, slope) / steps_[i].along;
      add(slope, shares[i] - back, steps_[i].step, free);
    }
    for (double& one : slope) one = -one;
    return slope;
  }

 private:
  struct Step {
    Vector step, bend;
    double along;
  };
  static void add(Vector& to, double share, const Vector& what, const std::vector<bool>& free) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (free[i]) to[i] += share * what[i];
    }
  }

  StepMetric guess_;
  std::deque<Step> steps_;
};

double steepest(const Vector& slope) {
  double most = 0;
  for (const double one : slope) most = std::max(most, std::abs(one));
  return most;
}

Vector difference(const Vector& a, const Vector& b) {
  Vector out = a;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] -= b[i];
  return out;
}

// Where one comes to from `at`, with no weight below zero.
Vector moved(const Vector& at, double share, const Vector& direction, std::size_t weights) {
  Vector out = at;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] += share * direction[i];
    if (i < weights) out[i] = std::max(out[i], 0.0);
  }
  return out;
}

Vector bottom_of(Valley& valley, Vector at, StepMetric metric, const LogLinearEffort& effort) {
  const std::size_t weights = valley.features();
  Vector gradient;
  double height = valley.height(at, &gradient);
  Curvature curvature(std::move(metric));
  for (int steps = 0; steps < effort.most_steps; ++steps) {
    // A weight of zero that would go below stays.
    std::vector<bool> free(at.size(), true);
    Vector slope = gradient;
    for (std::size_t i = 0; i < weights; ++i) {
      if (at[i] > 0 || gradient[i] < 0) continue;
      free[i] = false;
      slope[i] = 0;
    }
    if (steepest(slope) < kFlat) break;
    Vector direction = curvature.direction(slope, free);
    if (!(dot(direction, slope) < 0)) {
      curvature.forget();
      direction = curvature.direction(slope, free);
    }
    const double size = static_cast<double>(at.size());
    double share =
        curvature.knows_nothing() ? std::min(1.0, 0.1 * std::sqrt(size) / norm(slope)) : 1;
    Vector next, next_gradient;
    double next_height = height;
    bool lower = false;
    for (int halvings = 0; halvings < kMostHalvings && !lower; ++halvings, share /= 2) {
      next = moved(at, share, direction, weights);
      next_height = valley.height(next, &next_gradient);
      lower = next_height <= height + kSufficient * dot(gradient, difference(next, at));
    }
    if (!lower) break;
    const double gained = height - next_height;
    curvature.learn(difference(next, at), difference(next_gradient, gradient));
    at = std::move(next);
    gradient = std::move(next_gradient);
    height = next_height;
    if (gained < effort.tolerance * std::max(1.0, height)) break;
  }
  return at;
}

Vector joined(const LogLinearWeights& at) {
  Vector out = at.weights;
  out.insert(out.end(), at.biases.begin(), at.biases.end());
  return out;
}

LogLinearWeights parted(const LogLinearProblem& problem, const Vector& at) {
  const auto middle = at.begin() + static_cast<std::ptrdiff_t>(problem.features());
  return {Vector(at.begin(), middle), Vector(middle, at.end())};
}

// The curvature of what is made least, over some of the rows: Σ t Σ_y P_y (x_y − x̄)(x_y − x̄)ᵀ, where x_y
// is what the features say about class y, and a 1 for its bias.
StepMetric metric_at(Valley& valley, const LogLinearProblem& problem, const Vector& at) {
  constexpr std::size_t kMostRows = 1024, kLeastRows = 64, kMostProducts = 200'000'000;
  const std::size_t K = problem.classes, F = problem.features(), n = F + K;
  const std::size_t rows = std::clamp(kMostProducts / (K * n * n), kLeastRows, kMostRows);
  const std::size_t every = std::max<std::size_t>(1, problem.rows() / rows);
  Vector out(n * n), mean(n), off(n);
  double looked_at = 0, all = 0;
  for (const double times : problem.times) all += times;
  for (std::size_t row = 0; row < problem.rows(); row += every) {
    valley.score(row, at);
    const Vector& p = valley.posterior();
    looked_at += problem.times[row];
    const auto add = [&](std::size_t k, double share, Vector& to) {
      add_share(share, problem.said_about(row, k), to);
      if (problem.has_biases) to[F + k] += share;
    };
    std::fill(mean.begin(), mean.end(), 0.0);
    for (std::size_t k = 0; k < K; ++k) add(k, p[k], mean);
    for (std::size_t k = 0; k < K; ++k) {
      const double share = problem.times[row] * p[k];
      if (!(share > 0)) continue;
      for (std::size_t i = 0; i < n; ++i) off[i] = -mean[i];
      add(k, 1, off);
      for (std::size_t i = 0; i < n; ++i) {
        add_share(share * off[i], std::span<const double>(off).first(i + 1),
                  std::span(out).subspan(i * n, i + 1));
      }
    }
  }
  const double scale = looked_at > 0 ? all / looked_at : 0;
  for (double& one : out) one *= scale;
  for (std::size_t i = 0; i < n; ++i) {
    out[i * n + i] += 2 * (i < F ? problem.ridge[i] : problem.bias_ridge);
  }
  return {std::move(out), n};
}

}  // namespace

LogLinearWeights fit_log_linear(const LogLinearProblem& problem, const LogLinearEffort& effort,
                                const LogLinearWeights* start) {
  Valley valley(problem);
  const Vector from = start == nullptr ? valley.start() : joined(*start);
  StepMetric metric = effort.is_measured ? metric_at(valley, problem, from) : StepMetric();
  return parted(problem, bottom_of(valley, from, std::move(metric), effort));
}

double log_linear_height(const LogLinearProblem& problem, const LogLinearWeights& at,
                         std::vector<double>* gradient) {
  return Valley(problem).height(joined(at), gradient);
}

std::vector<double> log_linear_curvature(const LogLinearProblem& problem,
                                         const LogLinearWeights& at, std::size_t about_rows) {
  Valley valley(problem);
  const Vector place = joined(at);
  const std::size_t weights = problem.features(), K = problem.classes;
  const std::size_t step =
      std::max<std::size_t>(1, problem.rows() / std::max<std::size_t>(1, about_rows));
  Vector curvature(place.size()), mean(weights), square(weights);
  double looked_at = 0, all = 0;
  for (const double times : problem.times) all += times;
  for (std::size_t row = 0; row < problem.rows(); row += step) {
    valley.score(row, place);
    const Vector& p = valley.posterior();
    const double times = problem.times[row];
    looked_at += times;
    std::fill(mean.begin(), mean.end(), 0.0);
    std::fill(square.begin(), square.end(), 0.0);
    for (std::size_t k = 0; k < K; ++k) {
      const std::span<const float> said = problem.said_about(row, k);
      for (std::size_t f = 0; f < weights; ++f) {
        mean[f] += p[k] * double{said[f]};
        square[f] += p[k] * double{said[f]} * double{said[f]};
      }
      curvature[weights + k] += times * p[k] * (1 - p[k]);
    }
    for (std::size_t f = 0; f < weights; ++f) {
      curvature[f] += times * std::max(0.0, square[f] - mean[f] * mean[f]);
    }
  }
  if (step > 1 && looked_at > 0) {
    for (double& one : curvature) one *= all / looked_at;
  }
  return curvature;
}

double chosen_weights(const LogLinearProblem& problem, const LogLinearWeights& at) {
  const Vector place = joined(at);
  const std::size_t weights = problem.features();
  const Vector curvature = log_linear_curvature(problem, at, problem.rows());
  double sum = 0;
  for (std::size_t i = 0; i < place.size(); ++i) {
    const double ridge = i < weights ? problem.ridge[i] : problem.bias_ridge;
    const bool is_free = i >= weights ? problem.has_biases : place[i] > 0;
    if (is_free) sum += curvature[i] / (curvature[i] + 2 * ridge);
  }
  return sum;
}

void log_linear_posterior(const LogLinearProblem& problem, const LogLinearWeights& at,
                          std::size_t row, std::span<double> posterior) {
  Valley valley(problem);
  valley.score(row, joined(at));
  std::copy(valley.posterior().begin(), valley.posterior().end(), posterior.begin());
}

}  // namespace tally
