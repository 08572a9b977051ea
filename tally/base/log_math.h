// SPDX-License-Identifier: Apache-2.0
// Sums and probabilities in log space.
//
//   log Σ exp(a_i) = m + log Σ exp(a_i − m),   m = max a_i
//
// The maximum is taken out first, so nothing overflows, and the largest term is never lost. Minus
// infinity is the logarithm of nothing: a sum of nothings is nothing, and never NaN.
#pragma once

#include <limits>
#include <span>

namespace tally {

inline constexpr double kLogZero = -std::numeric_limits<double>::infinity();

/// log(x), with log(0) = -inf. REQUIRES: x >= 0.
double safe_log(double x);

/// a · log(b) with 0 · log(0) = 0: what occurred zero times adds nothing, even if it is impossible.
double times_log(double a, double log_b);

/// log Σ exp(a_i); -inf for an empty span or when every a_i is -inf. REQUIRES: no a_i is NaN.
double log_sum_exp(std::span<const double> a);

/// The normalised exponentials of `log_joint` (the posterior), their logarithms, and the sum's
/// logarithm (the evidence). Differences to the maximum are taken before anything is rounded, so
/// that the posteriors sum to one to the last bits whatever the size of the log joints. The
/// logarithms keep their precision at both ends: 1 − 1e-300 has the logarithm −1e-300.
/// If every log joint is -inf, both outputs are filled with NaN-free zeros and -inf, and the result
/// is -inf: the row is impossible in every class. REQUIRES: spans of equal, non-zero length; no log
/// joint is NaN or +inf.
double normalise(std::span<const double> log_joint, std::span<double> posterior,
                 std::span<double> log_posterior);

}  // namespace tally
