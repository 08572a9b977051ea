// SPDX-License-Identifier: Apache-2.0
// Two models, or two questions, on the same rows: which is better, and is that more than chance?
//
//   right or wrong   b rows that only A gets right, c that only B does. If neither is better, each
//                    of those n = b + c rows is a toss of a fair coin (McNemar 1947).
//   log loss         the mean of d_i = loss_A(i) − loss_B(i), and how it varies when the rows are
//                    drawn again, with replacement (the paired bootstrap; Efron 1979).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tally/inside/infer.h"

namespace tally {

/// What one model made of one row.
struct RowOutcome {
  bool right = false;
  double loss = 0;  ///< −log P(truth | x); +inf if the truth was held impossible
};

/// The class of greatest posterior against the truth. A row that is impossible in every class and a
/// truth that is no class of the model are wrong with an infinite loss.
RowOutcome outcome_of(const Posteriors& posteriors, std::int64_t row,
                      const std::vector<Label>& classes, const Label& truth);

enum class McNemarTest : std::uint8_t {
  kExact,      ///< P(X <= min(b, c)) twice, at most 1; X ~ Binomial(b + c, ½)
  kChiSquare,  ///< (|b − c| − 1)² / (b + c), continuity-corrected, on one degree of freedom
};

struct McNemar {
  McNemarTest test = McNemarTest::kExact;
  double statistic = 0;  ///< of kChiSquare
  double p = 1;          ///< two-sided
};

/// Exact up to b + c = 1000. Without any difference p is 1. REQUIRES: b, c >= 0.
McNemar mcnemar(std::int64_t only_a, std::int64_t only_b);

struct BootstrapOptions {
  std::int64_t resamples = 10000;
  std::uint64_t seed = 0;
  int threads = 1;
};

struct Interval {
  double low = 0, high = 0;
};

/// The 2.5 % and 97.5 % quantiles of the mean of `values` drawn again with replacement. Resample i
/// has a random stream of its own, so that the answer does not depend on the threads. Takes time in
/// proportion to resamples times values. REQUIRES: values finite, fewer than 2^32 and at least one;
/// resamples > 0.
Interval bootstrap_mean(std::span<const double> values, const BootstrapOptions& options);

struct Comparison {
  std::int64_t both_right = 0, only_a = 0, only_b = 0, both_wrong = 0;
  McNemar mcnemar;
  double log_loss_a = 0, log_loss_b = 0;  ///< means over all rows; may be +inf
  std::int64_t infinite_a = 0, infinite_b = 0;
  /// Rows whose loss is finite under both. The difference is about these alone: with an infinite
  /// loss there is no mean.
  std::int64_t finite = 0;
  double difference = 0;  ///< mean of loss_A − loss_B; above 0: B is better. 0 without rows
  Interval interval;      ///< of the difference, 95 %
  std::int64_t resamples = 0;
  std::uint64_t seed = 0;

  std::int64_t rows() const { return both_right + only_a + only_b + both_wrong; }
  double accuracy_a() const;  ///< 0 without rows, as below
  double accuracy_b() const;
};

/// REQUIRES: a.size() == b.size(), and row i is the same row in both.
Comparison compare(std::span<const RowOutcome> a, std::span<const RowOutcome> b,
                   const BootstrapOptions& options);

/// An infinite figure is null.
std::string to_json(const Comparison& comparison);

}  // namespace tally
