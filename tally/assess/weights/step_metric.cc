// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/weights/step_metric.h"

#include <cmath>
#include <utility>

namespace tally {

StepMetric::StepMetric(std::vector<double> curvature, std::size_t size)
    : curvature_(std::move(curvature)), size_(size) {}

void StepMetric::factor(const std::vector<bool>& free) {
  free_ = free;
  places_.clear();
  for (std::size_t i = 0; i < size_; ++i) {
    if (free[i]) places_.push_back(i);
  }
  const std::size_t n = places_.size();
  factor_.assign(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    double* const row = factor_.data() + i * n;
    for (std::size_t j = 0; j <= i; ++j) {
      const double* const other = factor_.data() + j * n;
      double left = curvature_[places_[i] * size_ + places_[j]];
      for (std::size_t m = 0; m < j; ++m) left -= row[m] * other[m];
      row[j] = j < i ? left / other[j] : std::sqrt(left);
    }
    if (row[i] > 0 && std::isfinite(row[i])) continue;
    factor_.assign(n * n, 0);
    for (std::size_t j = 0; j < n; ++j) {
      factor_[j * n + j] = std::sqrt(curvature_[places_[j] * size_ + places_[j]]);
    }
    return;
  }
}

void StepMetric::solve(std::vector<double>& slope, const std::vector<bool>& free) {
  if (is_one()) return;
  if (free != free_) factor(free);
  const std::size_t n = places_.size();
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    double left = slope[places_[i]];
    for (std::size_t j = 0; j < i; ++j) left -= factor_[i * n + j] * x[j];
    x[i] = left / factor_[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    x[i] /= factor_[i * n + i];
    for (std::size_t j = 0; j < i; ++j) x[j] -= factor_[i * n + j] * x[i];
  }
  slope.assign(size_, 0);
  for (std::size_t i = 0; i < n; ++i) slope[places_[i]] = x[i];
}

}  // namespace tally
