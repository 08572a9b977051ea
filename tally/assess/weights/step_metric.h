// SPDX-License-Identifier: Apache-2.0
// What a step of a search is measured by: a guess of the curvature, all unknowns together.
//
//   StepMetric metric(curvature, size);     // M, n by n; or StepMetric(): M = 1
//   metric.solve(slope, free);              // M⁻¹ slope over the unknowns that are free
//
// A search that knows roughly how the ground bends takes a dozen steps where one that does not takes
// hundreds.
#pragma once

#include <cstddef>
#include <vector>

namespace tally {

/// Remembers the last factor; not to be shared between threads.
class StepMetric {
 public:
  StepMetric() = default;  ///< 1
  /// `curvature`: [row · size + column], the lower triangle is read.
  StepMetric(std::vector<double> curvature, std::size_t size);

  bool is_one() const { return size_ == 0; }
  /// Solves M_ff x = slope_f for the free unknowns f; the others become 0. If M_ff is not positive
  /// definite, as rounding can make it, its diagonal is taken. REQUIRES: sizes that fit.
  void solve(std::vector<double>& slope, const std::vector<bool>& free);

 private:
  void factor(const std::vector<bool>& free);

  std::vector<double> curvature_;
  std::size_t size_ = 0;
  std::vector<bool> free_;           // of the factor at hand
  std::vector<std::size_t> places_;  // the unknowns that are free
  std::vector<double> factor_;       // [i · places + j], j <= i: Cholesky's L of M_ff
};

}  // namespace tally
