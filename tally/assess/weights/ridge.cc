// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/ridge.h"

#include <algorithm>
#include <cmath>

namespace tally {

namespace {

constexpr int kMostSteps = 100;
constexpr int kMostHalvings = 40;
constexpr double kSmall = 1e-15;  // a step that promises less than this share is the last

// log(1 + exp(z))
double soft_plus(double z) { return std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))); }

// The value, the gradient and the Hessian of the problem at one point.
class Hill {
 public:
  explicit Hill(const RidgeProblem& problem) : problem_(problem), size_(problem.guess.size()) {}

  double height(const std::vector<double>& beta) const {
    double sum = 0;
    for (std::size_t i = 0; i < problem_.truths.size(); ++i) {
      const double z = logit(beta, i);
      sum += soft_plus(problem_.truths[i] ? -z : z);
    }
    for (std::size_t j = 0; j < size_; ++j) {
      const double off = beta[j] - problem_.guess[j];
      sum += problem_.ridge[j] * off * off / 2;
    }
    return sum;
  }

  // The step to the bottom of the parabola that touches here, and how far down it promises to lead.
  double newton_step(const std::vector<double>& beta, std::vector<double>& step) {
    gradient_.assign(size_, 0);
    hessian_.assign(size_ * size_, 0);
    for (std::size_t i = 0; i < problem_.truths.size(); ++i) add_row(beta, i);
    for (std::size_t j = 0; j < size_; ++j) {
      gradient_[j] += problem_.ridge[j] * (beta[j] - problem_.guess[j]);
      hessian_[j * size_ + j] += problem_.ridge[j];
    }
    step = gradient_;
    solve(step);
    double promise = 0;
    for (std::size_t j = 0; j < size_; ++j) promise += gradient_[j] * step[j] / 2;
    return promise;
  }

 private:
  const double* row(std::size_t i) const { return &problem_.x[i * size_]; }

  double logit(const std::vector<double>& beta, std::size_t i) const {
    double z = problem_.offsets[i];
    for (std::size_t j = 0; j < size_; ++j) z += beta[j] * row(i)[j];
    return z;
  }

  void add_row(const std::vector<double>& beta, std::size_t i) {
    const double z = logit(beta, i);
    const double small = std::exp(-std::abs(z)) / (1 + std::exp(-std::abs(z)));
    const double p = z >= 0 ? 1 - small : small;
    const double slope = problem_.truths[i] ? (z >= 0 ? -small : small - 1) : p;
    const double bend = small * (1 - small);
    for (std::size_t j = 0; j < size_; ++j) {
      gradient_[j] += slope * row(i)[j];
      for (std::size_t k = 0; k <= j; ++k) {
        hessian_[j * size_ + k] += bend * row(i)[j] * row(i)[k];
      }
    }
  }

  // Cholesky's method in the lower half of the Hessian.
  void solve(std::vector<double>& v) {
    std::vector<double>& l = hessian_;
    for (std::size_t j = 0; j < size_; ++j) {
      for (std::size_t i = j; i < size_; ++i) {
        double sum = l[i * size_ + j];
        for (std::size_t k = 0; k < j; ++k) sum -= l[i * size_ + k] * l[j * size_ + k];
        l[i * size_ + j] = i == j ? std::sqrt(sum) : sum / l[j * size_ + j];
      }
    }
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k < i; ++k) v[i] -= l[i * size_ + k] * v[k];
      v[i] /= l[i * size_ + i];
    }
    for (std::size_t i = size_; i-- > 0;) {
      for (std::size_t k = i + 1; k < size_; ++k) v[i] -= l[k * size_ + i] * v[k];
      v[i] /= l[i * size_ + i];
    }
  }

  const RidgeProblem& problem_;
  std::size_t size_;
  std::vector<double> gradient_;
  std::vector<double> hessian_;  // its lower half
};

}  // namespace

std::vector<double> fit_ridge(const RidgeProblem& problem) {
  Hill hill(problem);
  std::vector<double> beta = problem.guess, step;
  double height = hill.height(beta);
  for (int steps = 0; steps < kMostSteps; ++steps) {
    const double promise = hill.newton_step(beta, step);
    if (!(promise > kSmall * (1 + height))) break;
    double share = 1;
    bool lower = false;
    for (int halvings = 0; halvings < kMostHalvings && !lower; ++halvings, share /= 2) {
      std::vector<double> next = beta;
      for (std::size_t j = 0; j < beta.size(); ++j) next[j] -= share * step[j];
      const double there = hill.height(next);
      if (there < height) {
        beta = std::move(next);
        height = there;
        lower = true;
      }
    }
    if (!lower) break;
  }
  return beta;
}

double ridge_height(const RidgeProblem& problem, const std::vector<double>& beta) {
  return Hill(problem).height(beta);
}

}  // namespace tally
