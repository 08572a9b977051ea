// SPDX-License-Identifier: Apache-2.0
// How one rule does on the rows of a sample that are left out of the counts, and whether another does
// better.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace tally {

class LeftOutScore {
 public:
  void add(double times, double p_truth, bool is_right) {
    losses_.push_back(std::min(-std::log(p_truth), kMostLoss));
    times_.push_back(times);
    right_ += is_right ? times : 0;
  }
  double rows() const {
    double sum = 0;
    for (const double times : times_) sum += times;
    return sum;
  }
  double accuracy() const { return right_ / rows(); }
  double log_loss() const {
    double sum = 0;
    for (std::size_t i = 0; i < losses_.size(); ++i) sum += times_[i] * losses_[i];
    return sum / rows();
  }
  /// Whether the other loses less than this, and that is no chance: neither of these rows, nor of the
  /// weights that they have chosen for it. REQUIRES: both have answered the same rows.
  bool is_beaten_by(const LeftOutScore& other, double chosen) const {
    if (rows() < kFewestRows) return false;
    const double gain = log_loss() - other.log_loss();
    double squares = 0;
    for (std::size_t i = 0; i < losses_.size(); ++i) {
      const double off = losses_[i] - other.losses_[i] - gain;
      squares += times_[i] * off * off;
    }
    return gain > chosen / rows() + kErrorsApart * std::sqrt(squares) / rows();
  }

 private:
  static constexpr double kErrorsApart = 2;  // standard errors
  static constexpr double kFewestRows = 30;  // to prefer another rule to the textbook's
  static constexpr double kMostLoss = 700;   // of one row

  std::vector<double> losses_, times_;
  double right_ = 0;
};

}  // namespace tally
