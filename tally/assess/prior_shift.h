// SPDX-License-Identifier: Apache-2.0
// The priors of the rows at hand, where the classes are not as frequent as they were when counted.
//
// The assumption: P(x | class) is unchanged, and only the shares of the classes differ. Then
// (Saerens, Latinne and Decaestecker 2002) the likeliest shares q of the classes among these rows
// are found by EM, from the posteriors p under the model's own priors π:
//
//   p'(k | x) = q_k p(k | x) / π_k / Σ_j q_j p(j | x) / π_j,      q_k ← mean of p'(k | x) over the rows
//
// The log likelihood Σ_x log Σ_k q_k p(k | x) / π_k never falls, and is concave in q: there is one
// maximum. It is only as good as the posteriors: naive Bayes, too sure of itself, is calibrated
// first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/inside/infer.h"

namespace tally {

struct PriorShift {
  std::vector<double> prior;           ///< [class]: q
  int steps = 0;                       ///< how often EM went round
  std::vector<double> log_likelihood;  ///< before the first step and after each, against that of π
};

/// The posteriors of rows, gathered piece by piece: eight bytes for each row and class. Not to be shared
/// between threads: gather pieces, append them in order.
class ShiftedRows {
 public:
  /// log π, by class.
  explicit ShiftedRows(std::vector<double> log_prior) : log_prior_(std::move(log_prior)) {}

  /// Rows that are impossible in every class say nothing. REQUIRES: answers under the prior π.
  void add(const Posteriors& answers);
  void append(const ShiftedRows& other);
  std::int64_t rows() const;

  /// EM from π, until no share changes by more than 1e-9 or after 1,000 steps. A class of which π is 0
  /// keeps 0. Without rows, π. Sums run in the order of the rows.
  PriorShift estimate() const;

 private:
  std::vector<double> log_prior_;
  std::vector<double> ratios_;  // [row · K + class]: p / π, by its greatest
};

}  // namespace tally
