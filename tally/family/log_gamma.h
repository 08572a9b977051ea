// SPDX-License-Identifier: Apache-2.0
// Ratios of gamma functions without their cancellation.
//
//   Γ(a + x) / Γ(a) = a (a + 1) … (a + x − 1)          the rising factorial, for whole x
//
// is what predictive probabilities and evidences are made of. logΓ(a + x) − logΓ(a) as it stands
// loses every digit once a is large: at a = 1e16 both logarithms are 3.6e17, and a double of that
// size has steps of 64. Stirling's series is subtracted term by term instead:
//
//   logΓ(z) = (z − ½) log z − z + ½ log 2π + s(z),   s(z) = 1/(12 z) − 1/(360 z³) + …
#pragma once

namespace tally {

inline constexpr double kHalfLogTwoPi = 0.91893853320467274178;  ///< ½ log 2π
inline constexpr double kStirlingFrom = 16;  ///< where s(z) is exact to a double

/// logΓ(z). Unlike std::lgamma it touches no global variable. REQUIRES: z > 0.
double log_gamma(double z);

/// s(z), the tail of Stirling's series. REQUIRES: z >= kStirlingFrom.
double stirling_tail(double z);

/// logΓ(a + x) − logΓ(a) to full precision; 0 for x = 0.
/// REQUIRES: a > 0 and x >= 0, or a + x >= kStirlingFrom.
double log_rising(double a, double x);

/// D(x, m) = x log(x / m) − x + m >= 0: how far a count x lies from its expectation m, without
/// cancellation near x = m. REQUIRES: x > 0, m > 0.
double count_deviance(double x, double m);

}  // namespace tally
