// SPDX-License-Identifier: Apache-2.0
// What exact sums say when they are asked: ratios, mean and variance, each rounded once.
//
//   n = Σ w,  s = Σ w x,  q = Σ w x²
//   mean = s / n
//   variance = (q − s² / n) / (n − c) = (n q − s²) / (n (n − c)),   c = 0 population, 1 sample
//
// Numerator and denominator are formed as big integers and divided at the very end, so that neither
// cancellation (mean 1e9, deviation 1) nor range (values from 1e-300 to 1e300) costs a digit.
#pragma once

#include "tally/sums.h"

namespace tally {

/// a / b to the nearest double (ties to even). REQUIRES: b is not zero.
double ratio(const ExactSum& a, const ExactSum& b);

struct Moments {
  double mean = 0;
  double variance = 0;    ///< may be rounded to 0 or +inf although …
  double deviation = 0;   ///< … its root, taken before the variance is rounded, is neither
  bool constant = false;  ///< the variance is exactly zero
};

/// The moments of n, s, q with c = `lost_degrees` (0 or 1). Where n <= c the variance is undefined,
/// and 0 with constant = true is returned. REQUIRES: n > 0, moments_are_possible(n, s, q).
Moments moments(const ExactSum& n, const ExactSum& s, const ExactSum& q, int lost_degrees);

/// Whether the sum is larger than any rows make it. Such a model could be saved, but its digits
/// would not be read again.
bool is_beyond_bounds(const ExactSum& sum);

/// n q >= s² (Cauchy–Schwarz), n, q >= 0, and s = q = 0 if n = 0: what sums of real rows of
/// non-negative weight always fulfil. Checked exactly.
bool moments_are_possible(const ExactSum& n, const ExactSum& s, const ExactSum& q);
/// The same for less: true if their nearest doubles, all of them finite, settle it; false says
/// nothing.
bool moments_are_clearly_possible(const ExactSum& n, const ExactSum& s, const ExactSum& q);

}  // namespace tally
