// SPDX-License-Identifier: Apache-2.0
// logΓ(a + x) − logΓ(a) for programs that have no logΓ, or one that loses digits: a is known when the export is
// written, x is a cell. With A = a, or a + 16 where a < 16, and y = A + x,
//
//   x (log y − 1) + (A − ½) log(1 + x / A) + s(y) − s(A) − [a < 16] Σ_{i<16} log((a + x + i) / (a + i))
//
// where s is the tail of Stirling's series (tally/family/log_gamma.h). y is never below 16.
#pragma once

#include <array>

namespace tally {

struct LogRising {
  static constexpr int kRaised = 16;
  /// s(y) = t (c₀ + t² (c₁ + t² (…))), t = 1 / y.
  static constexpr std::array<double, 5> kTail{1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680,
                                               1.0 / 1188};

  /// REQUIRES: a > 0.
  explicit LogRising(double a);

  double a;         ///< as it is
  bool is_raised;   ///< a < 16
  double from;      ///< A
  double constant;  ///< −s(A), and where it is raised Σ log(a + i)
};

}  // namespace tally
