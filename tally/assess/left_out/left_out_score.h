// SPDX-License-Identifier: Apache-2.0
// How answers do on rows that were left out of the counts, and whether one way to answer beats another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/inside/estimate.h"

namespace tally {

/// Left-out answers to some rows, in their order.
class LeftOutScore {
 public:
  /// `times`: how often the row is there.
  void add(double times, double p_truth, bool is_right);

  double rows() const;
  double accuracy() const { return right_ / rows(); }
  double log_loss() const;

  /// How many standard errors of the paired difference a gain has to be above 0 to be no chance.
  static constexpr double kErrorsApart = 2;

  /// By how much the other loses less, in nats for each row, less so many standard errors of the paired
  /// difference. REQUIRES: the same rows.
  double sure_gain_of(const LeftOutScore& other, double errors_apart = kErrorsApart) const;
  /// Fewer rows than 30 say nothing.
  bool are_enough() const;

  /// Whether the other loses less than this, and that is no chance: by more than so many standard errors
  /// of the paired difference, and by more than `chosen`, what it owes to having been chosen by these
  /// rows (nats, over all of them). A loss beyond log(1 + rows) counts as that much: so many rows cannot
  /// tell how rare something rarer is, and one such row would drown all others. Fewer than 30 rows say
  /// nothing. REQUIRES: the same rows.
  bool is_beaten_by(const LeftOutScore& other, double chosen,
                    double errors_apart = kErrorsApart) const;

 private:
  // The sure gain where no loss counts for more than `most`.
  double gain_up_to(double most, const LeftOutScore& other, double errors_apart) const;

  std::vector<double> losses_, times_;
  double right_ = 0;
};

/// Naive Bayes, asked about each of the given rows of a batch by the counts without it. REQUIRES: the
/// rows were counted, and their classes have others.
struct RowLeftOut {
  std::int64_t row;   ///< of the batch
  double times;       ///< how much its score counts
  double leaves = 1;  ///< how often it leaves
};
LeftOutScore naive_left_out(const Counts& counts, const Batch& batch,
                            std::span<const RowLeftOut> rows);

}  // namespace tally
