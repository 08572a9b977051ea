// SPDX-License-Identifier: Apache-2.0
// AUC, one class against the rest: the chance that a row of the class has a greater posterior of it
// than a row of any other; a tie counts half. Posteriors are ranked by what they are told by: as
// log-odds they stay apart where they all round to 1.
//
//   AUC_k = Σ_{i of k, j not of k} w_i w_j ([p_i > p_j] + ½ [p_i = p_j]) / (W_k (W − W_k))
//
// Every posterior is kept until the end: 8 bytes for each row and class, and 12 for each row. What
// is asked of them does not depend on their order. Curves over thresholds are drawn from them, too
// (threshold_curves.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tally {

/// Not to be shared between threads: rank pieces, merge.
class Ranking {
 public:
  explicit Ranking(std::size_t classes) : classes_(classes) {}

  /// `truth` is the index of the row's class, or −1: a row of none of them, which counts as a row
  /// of the rest for each. REQUIRES: one number for each class that rises with its
  /// posterior, none of them NaN; weight > 0.
  void add(std::span<const double> posterior, int truth, double weight);
  void merge(const Ranking& other);

  /// The AUC of a class: exact but for its last rounding if all weights are whole, else to a few.
  /// Nothing where the class, or the rest, has no row.
  std::optional<double> auc(std::size_t klass) const;

  /// The rows, as they were added.
  std::size_t rows() const { return truths_.size(); }
  std::size_t classes() const { return classes_; }
  std::span<const double> of(std::size_t row) const {
    return std::span(posteriors_).subspan(row * classes_, classes_);
  }
  int truth(std::size_t row) const { return truths_[row]; }
  double weight(std::size_t row) const { return weights_[row]; }

 private:
  std::size_t classes_;
  std::vector<double> posteriors_;  // [row · K + class]
  std::vector<std::int32_t> truths_;
  std::vector<double> weights_;
};

}  // namespace tally
