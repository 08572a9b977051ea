// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/text_corrections.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <utility>

#include "tally/assess/text_rule/shared_terms.h"

namespace tally {

namespace {

using Vector = std::vector<double>;

constexpr double kTwice = 2;
constexpr std::size_t kMemory = 6;
constexpr int kMostHalvings = 30;
constexpr double kFlat = 1e-10;   // of the first slope, squared
constexpr double kEnough = 1e-9;  // a step that leads down by a smaller share is the last

// A point or a direction: A, and what it says, X Xᵀ A.
struct Pair {
  Vector A, said;

  void add(double share, const Pair& other) {
    for (std::size_t i = 0; i < A.size(); ++i) A[i] += share * other.A[i];
    for (std::size_t i = 0; i < A.size(); ++i) said[i] += share * other.said[i];
  }
  void scale(double by) {
    for (double& one : A) one *= by;
    for (double& one : said) one *= by;
  }
};

// The inner product of the W of both.
double dot(const Pair& a, const Pair& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.A.size(); ++i) sum += a.A[i] * b.said[i];
  return sum;
}

class Search {
 public:
  Search(const CorrectedTerms& terms, const CorrectionProblem& problem)
      : terms_(terms),
        problem_(problem),
        told_(problem.classes == 2 ? 1 : problem.classes),
        posterior_(problem.classes) {}

  std::size_t size() const { return problem_.truths.size() * told_; }

  // With the slope as a sum over rows, if there is room for it.
  double height(const Pair& at, Vector* slope) {
    const std::size_t K = problem_.classes;
    double sum = kCorrectionRidge / 2 * dot(at, at);
    if (slope != nullptr) slope->assign(size(), 0);
    for (std::size_t row = 0; row < problem_.truths.size(); ++row) {
      const double times = problem_.times[row];
      if (!(times > 0)) continue;
      const double* const said = at.said.data() + row * told_;
      for (std::size_t k = 0; k < K; ++k) posterior_[k] = problem_.offsets[row * K + k];
      for (std::size_t i = 0; i < told_; ++i) posterior_[told_ == 1 ? 1 : i] += said[i];
      const std::size_t truth = problem_.truths[row];
      const double of_truth = posterior_[truth];
      const double most = *std::max_element(posterior_.begin(), posterior_.end());
      double all = 0;
      for (double& one : posterior_) {
        one = std::exp(one - most);
        all += one;
      }
      sum += times * (most + std::log(all) - of_truth);
      if (slope == nullptr) continue;
      for (std::size_t i = 0; i < told_; ++i) {
        const std::size_t k = told_ == 1 ? 1 : i;
        (*slope)[row * told_ + i] = times * (posterior_[k] / all - (k == truth ? 1 : 0)) +
                                    kCorrectionRidge * at.A[row * told_ + i];
      }
    }
    return sum;
  }

  Pair with_product(Vector A) const {
    Pair out{std::move(A), {}};
    out.said = terms_.product(out.A, told_);
    return out;
  }

 private:
  const CorrectedTerms& terms_;
  const CorrectionProblem& problem_;
  std::size_t told_;
  Vector posterior_;
};

struct Step {
  Pair step, bend;
  double along;
};

Pair direction_from(const Pair& slope, const std::deque<Step>& steps) {
  Pair out = slope;
  std::vector<double> shares(steps.size());
  for (std::size_t i = steps.size(); i-- > 0;) {
    shares[i] = dot(steps[i].step, out) / steps[i].along;
    out.add(-shares[i], steps[i].bend);
  }
  if (!steps.empty()) {
    const Step& last = steps.back();
    out.scale(last.along / dot(last.bend, last.bend));
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double back = dot(steps[i].bend, out) / steps[i].along;
    out.add(shares[i] - back, steps[i].step);
  }
  out.scale(-1);
  return out;
}

}  // namespace

CorrectedTerms::CorrectedTerms(const SampledTexts& texts) : texts_(texts) {
  const std::size_t zones = texts.shape().zones.size(), rows = texts.rows().size();
  // Which terms have corrections, and where the rows of each begin that several have.
  constexpr auto kNone = static_cast<std::size_t>(-1);
  std::vector<std::vector<std::size_t>> next(zones);
  for (std::size_t z = 0; z < zones; ++z) {
    const std::size_t terms = texts.slots(z).size();
    is_in_.emplace_back(terms);
    std::vector<std::size_t> in_rows(terms);
    for (std::size_t i = 0; i < rows; ++i) {
      for (const std::int32_t term : texts.terms(z, i)) ++in_rows[static_cast<std::size_t>(term)];
    }
    next[z].assign(terms, kNone);
    for (std::size_t t = 0; t < terms; ++t) {
      if (!(texts.rows_with(z, t) >= kTwice)) continue;
      is_in_[z][t] = true;
      if (in_rows[t] < 2) continue;
      next[z][t] = starts_.back();
      starts_.push_back(starts_.back() + in_rows[t]);
    }
  }
  rows_of_.resize(starts_.back());
  for (std::size_t i = 0; i < rows; ++i) {
    double all = 0, alone = 0;
    for (std::size_t z = 0; z < zones; ++z) {
      for (const std::int32_t term : texts.terms(z, i)) {
        const auto t = static_cast<std::size_t>(term);
        if (!is_in_[z][t]) continue;
        ++all;
        if (next[z][t] == kNone) {
          ++alone;
        } else {
          rows_of_[next[z][t]++] = static_cast<std::uint32_t>(i);
        }
      }
    }
    scale_.push_back(all > 0 ? 1 / std::sqrt(all) : 0);
    alone_.push_back(alone);
  }
}

std::vector<double> CorrectedTerms::product(std::span<const double> V, std::size_t told) const {
  Vector out(V.size());
  std::vector<float> scaled(rows() * kMostWide);
  Vector shared(rows() * kMostWide);
  // Rows are looked up all over, so few classes at a time, for which all rows fit the nearer caches.
  for (std::size_t first = 0; first < told;) {
    const std::size_t wide = wide_for(told - first), some = std::min(wide, told - first);
    for (std::size_t i = 0; i < rows(); ++i) {
      for (std::size_t k = 0; k < some; ++k) {
        scaled[i * wide + k] = static_cast<float>(scale_[i] * V[i * told + first + k]);
      }
    }
    std::fill(shared.begin(), shared.end(), 0.0);
    add_shared_terms(starts_, rows_of_, wide, scaled.data(), shared.data());
    for (std::size_t i = 0; i < rows(); ++i) {
      const double own = alone_[i] * scale_[i];
      for (std::size_t k = 0; k < some; ++k) {
        const std::size_t at = i * told + first + k;
        out[at] = scale_[i] * (shared[i * wide + k] + own * V[at]);
      }
    }
    first += some;
  }
  return out;
}

std::vector<double> CorrectedTerms::corrections(std::size_t zone, std::span<const double> A,
                                                std::size_t told) const {
  Vector out(is_in_[zone].size() * told);
  for (std::size_t i = 0; i < rows(); ++i) {
    for (const std::int32_t term : texts_.terms(zone, i)) {
      const auto t = static_cast<std::size_t>(term);
      if (!is_in_[zone][t]) continue;
      for (std::size_t k = 0; k < told; ++k) out[t * told + k] += scale_[i] * A[i * told + k];
    }
  }
  return out;
}

FittedCorrections fit_corrections(const CorrectedTerms& terms, const CorrectionProblem& problem,
                                  int most_steps) {
  Search search(terms, problem);
  Pair at{Vector(search.size()), Vector(search.size())};
  Vector slope;
  double height = search.height(at, &slope);
  Pair gradient = search.with_product(std::exchange(slope, {}));
  const double first = dot(gradient, gradient);
  std::deque<Step> steps;
  for (int step = 0; step < most_steps; ++step) {
    const double steepness = dot(gradient, gradient);
    if (!(steepness > kFlat * first)) break;
    const Pair direction = direction_from(gradient, steps);
    const double promised = dot(direction, gradient);
    if (!(promised < 0)) break;
    double share = steps.empty() ? 1 / std::max(1.0, std::sqrt(steepness)) : 1;
    Pair next;
    double next_height = height;
    bool is_lower = false;
    for (int halving = 0; halving < kMostHalvings && !is_lower; ++halving, share /= 2) {
      next = at;
      next.add(share, direction);
      next_height = search.height(next, &slope);
      is_lower = next_height <= height + 1e-4 * share * promised;
    }
    if (!is_lower) break;
    Pair next_gradient = search.with_product(std::exchange(slope, {}));
    const double gained = height - next_height;
    Step taken{next, next_gradient, 0};
    taken.step.add(-1, at);
    taken.bend.add(-1, gradient);
    taken.along = dot(taken.step, taken.bend);
    at = std::move(next);
    gradient = std::move(next_gradient);
    height = next_height;
    if (gained < kEnough * std::max(1.0, height)) break;
    if (!(taken.along > 0)) continue;
    if (steps.size() == kMemory) steps.pop_front();
    steps.push_back(std::move(taken));
  }
  return {std::move(at.A), std::move(at.said)};
}

}  // namespace tally
