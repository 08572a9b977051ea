// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/text_rule/text_weights.h"

#include <algorithm>
#include <cmath>

namespace tally {

namespace {

using Vector = std::vector<double>;

constexpr double kRidge = 4, kRowsForRidge = 100;
constexpr double kGuessOfTwo = 0.7, kGuessOfMore = 0.35;
constexpr int kMostSteps = 60, kMostHalvings = 30;
constexpr double kEnough = 1e-9;          // a step that leads down by a smaller share is the last
constexpr double kUnlikely = 1e-5;        // a class below it has no say in the curvature
constexpr std::size_t kManyClasses = 64;  // from which on their weights are taken for independent
constexpr std::size_t kOwn = TextShape::kOfClass;

// A symmetric matrix by its lower half, row by row.
class Symmetric {
 public:
  explicit Symmetric(std::size_t size) : size_(size), cells_(size * (size + 1) / 2) {}
  double& at(std::size_t i, std::size_t j) { return cells_[i * (i + 1) / 2 + j]; }  // j <= i
  std::size_t size() const { return size_; }

  // Becomes its Cholesky factor; false if it is not positive.
  bool factorise() {
    for (std::size_t i = 0; i < size_; ++i) {
      double* const row = &at(i, 0);
      for (std::size_t j = 0; j <= i; ++j) {
        const double* const other = &at(j, 0);
        double sum = row[j];
        for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
        if (j < i) {
          row[j] = sum / other[j];
        } else {
          if (!(sum > 0)) return false;
          row[j] = std::sqrt(sum);
        }
      }
    }
    return true;
  }
  // REQUIRES: it is a factor.
  void solve(Vector& b) {
    for (std::size_t i = 0; i < size_; ++i) {
      double sum = b[i];
      for (std::size_t k = 0; k < i; ++k) sum -= at(i, k) * b[k];
      b[i] = sum / at(i, i);
    }
    for (std::size_t i = size_; i-- > 0;) {
      double sum = b[i];
      for (std::size_t k = i + 1; k < size_; ++k) sum -= at(k, i) * b[k];
      b[i] = sum / at(i, i);
    }
  }

 private:
  std::size_t size_;
  Vector cells_;
};

// The unknowns as one vector, β first.
class Slope {
 public:
  explicit Slope(const TextLesson& lesson)
      : lesson_(lesson),
        told_(lesson.shape.told()),
        parts_(lesson.shape.parts()),
        guess_(parts_ + told_ * kOwn),
        posterior_(lesson.shape.classes) {
    double rows = 0;
    for (const double times : lesson.times) rows += times > 0 ? 1 : 0;
    const auto K = static_cast<double>(lesson.shape.classes);
    ridge_ = kRidge * (1 + kRowsForRidge * K / std::max(1.0, rows));
    for (std::size_t z = 0; z < lesson.shape.zones.size(); ++z) {
      guess_[z * TextShape::kOfZone + TextShape::kRootOfOne] =
          lesson.shape.classes == 2 ? kGuessOfTwo : kGuessOfMore;
    }
  }

  const Vector& guess() const { return guess_; }
  double ridge() const { return ridge_; }

  double height(const Vector& at, Vector* gradient) {
    double sum = 0;
    if (gradient != nullptr) gradient->assign(at.size(), 0);
    for (std::size_t i = 0; i < at.size(); ++i) {
      const double off = at[i] - guess_[i];
      sum += ridge_ / 2 * off * off;
      if (gradient != nullptr) (*gradient)[i] = ridge_ * off;
    }
    for (std::size_t row = 0; row < lesson_.rows(); ++row) {
      const double times = lesson_.times[row];
      if (!(times > 0)) continue;
      const std::size_t truth = lesson_.truths[row];
      sum += times * loss(row, at);
      if (gradient == nullptr) continue;
      const std::span<const double> of_all = lesson_.of_all_in(row);
      for (std::size_t i = 0; i < told_; ++i) {
        const std::size_t k = lesson_.shape.told_class(i);
        const double slope = times * (posterior_[k] - (k == truth ? 1 : 0));
        const std::span<const double> own = lesson_.parts_of(row, i);
        for (std::size_t p = 0; p < parts_; ++p) (*gradient)[p] += slope * own[p];
        for (std::size_t j = 0; j < kOwn; ++j) {
          (*gradient)[parts_ + i * kOwn + j] += slope * of_all[j];
        }
      }
    }
    return sum;
  }

  // The curvature of the rows' loss. With many classes their own weights are taken for independent of
  // all others, which is more than there is of them: the steps are then no Newton's, and lead down all
  // the same.
  Symmetric curvature(const Vector& at) {
    Symmetric H(at.size());
    const bool is_whole = lesson_.shape.classes <= kManyClasses;
    Vector mean(parts_);
    for (std::size_t row = 0; row < lesson_.rows(); ++row) {
      const double times = lesson_.times[row];
      if (!(times > 0)) continue;
      loss(row, at);
      const std::span<const double> e = lesson_.of_all_in(row);
      std::fill(mean.begin(), mean.end(), 0.0);
      for (std::size_t i = 0; i < told_; ++i) {
        const double p = posterior_[lesson_.shape.told_class(i)];
        if (p < kUnlikely) continue;
        const double* const x = lesson_.parts_of(row, i).data();
        for (std::size_t a = 0; a < parts_; ++a) {
          mean[a] += p * x[a];
          const double scaled = times * p * x[a];
          double* const line = &H.at(a, 0);
          for (std::size_t b = 0; b <= a; ++b) line[b] += scaled * x[b];
        }
      }
      for (std::size_t a = 0; a < parts_; ++a) {
        double* const line = &H.at(a, 0);
        for (std::size_t b = 0; b <= a; ++b) line[b] -= times * mean[a] * mean[b];
      }
      for (std::size_t i = 0; i < told_; ++i) {
        const double p = posterior_[lesson_.shape.told_class(i)];
        if (p < kUnlikely) continue;
        const double* const x = lesson_.parts_of(row, i).data();
        for (std::size_t j = 0; j < kOwn; ++j) {
          double* const line = &H.at(parts_ + i * kOwn + j, 0);
          const double own = times * p * e[j];
          if (is_whole) {
            for (std::size_t a = 0; a < parts_; ++a) line[a] += own * (x[a] - mean[a]);
            for (std::size_t l = 0; l < i; ++l) {
              const double both = own * posterior_[lesson_.shape.told_class(l)];
              for (std::size_t m = 0; m < kOwn; ++m) line[parts_ + l * kOwn + m] -= both * e[m];
            }
          }
          for (std::size_t m = 0; m <= j; ++m) line[parts_ + i * kOwn + m] += own * (1 - p) * e[m];
        }
      }
    }
    return H;
  }

 private:
  // Fills posterior_.
  double loss(std::size_t row, const Vector& at) {
    const std::size_t K = lesson_.shape.classes;
    for (std::size_t k = 0; k < K; ++k) posterior_[k] = lesson_.log_shares[row * K + k];
    const std::span<const double> of_all = lesson_.of_all_in(row);
    for (std::size_t i = 0; i < told_; ++i) {
      const std::span<const double> own = lesson_.parts_of(row, i);
      double sum = 0;
      for (std::size_t p = 0; p < parts_; ++p) sum += at[p] * own[p];
      for (std::size_t j = 0; j < kOwn; ++j) sum += at[parts_ + i * kOwn + j] * of_all[j];
      posterior_[lesson_.shape.told_class(i)] += sum;
    }
    const double of_truth = posterior_[lesson_.truths[row]];
    const double most = *std::max_element(posterior_.begin(), posterior_.end());
    double all = 0;
    for (double& one : posterior_) {
      one = std::exp(one - most);
      all += one;
    }
    for (double& one : posterior_) one /= all;
    return most + std::log(all) - of_truth;
  }

  const TextLesson& lesson_;
  std::size_t told_, parts_;
  Vector guess_;
  double ridge_ = kRidge;
  Vector posterior_;
};

Vector joined(const TextRule& rule) {
  Vector out = rule.shared;
  out.insert(out.end(), rule.of_class.begin(), rule.of_class.end());
  return out;
}

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

TextRule fit_text_weights(const TextLesson& lesson, const TextRule* start) {
  Slope slope(lesson);
  Vector at = start == nullptr ? slope.guess() : joined(*start);
  Vector gradient, next_gradient;
  double height = slope.height(at, &gradient);
  for (int step = 0; step < kMostSteps; ++step) {
    Symmetric H = slope.curvature(at);
    for (std::size_t i = 0; i < H.size(); ++i) H.at(i, i) += slope.ridge();
    Vector direction = gradient;
    if (!H.factorise()) break;
    H.solve(direction);
    const double promised = dot(direction, gradient);
    Vector next;
    double next_height = height, share = 1;
    bool is_lower = false;
    for (int halving = 0; halving < kMostHalvings && !is_lower; ++halving, share /= 2) {
      next = at;
      for (std::size_t i = 0; i < at.size(); ++i) next[i] -= share * direction[i];
      next_height = slope.height(next, &next_gradient);
      is_lower = next_height <= height - 1e-4 * share * promised;
    }
    if (!is_lower) break;
    const double gained = height - next_height;
    at = std::move(next);
    std::swap(gradient, next_gradient);
    height = next_height;
    if (gained < kEnough * std::max(1.0, height)) break;
  }
  TextRule rule;
  rule.shape = lesson.shape;
  const auto middle = at.begin() + static_cast<std::ptrdiff_t>(lesson.shape.parts());
  rule.shared.assign(at.begin(), middle);
  rule.of_class.assign(middle, at.end());
  return rule;
}

double text_weights_height(const TextLesson& lesson, const TextRule& at,
                           std::vector<double>* gradient) {
  return Slope(lesson).height(joined(at), gradient);
}

double chosen_text_weights(const TextLesson& lesson, const TextRule& at) {
  Slope slope(lesson);
  Symmetric H = slope.curvature(joined(at));
  const std::size_t size = H.size();
  for (std::size_t i = 0; i < size; ++i) H.at(i, i) += slope.ridge();
  if (!H.factorise()) return static_cast<double>(size);
  // H (H + ρ)⁻¹ = 1 − ρ (H + ρ)⁻¹.
  double trace = 0;
  for (std::size_t i = 0; i < size; ++i) {
    Vector unit(size);
    unit[i] = 1;
    H.solve(unit);
    trace += 1 - slope.ridge() * unit[i];
  }
  return trace;
}

}  // namespace tally
