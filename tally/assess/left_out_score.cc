// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out_score.h"

#include <algorithm>
#include <cmath>

#include "tally/assess/row_store.h"
#include "tally/estimate/leave_one_out.h"
#include "tally/infer.h"

namespace tally {

namespace {

constexpr double kErrorsApart = 2;  // standard errors
constexpr double kFewestRows = 30;  // to prefer another answer to the textbook's
constexpr double kMostLoss = 700;   // of one row

}  // namespace

void LeftOutScore::add(double times, double p_truth, bool is_right) {
  losses_.push_back(std::min(-std::log(p_truth), kMostLoss));
  times_.push_back(times);
  right_ += is_right ? times : 0;
}

double LeftOutScore::rows() const {
  double sum = 0;
  for (const double times : times_) sum += times;
  return sum;
}

double LeftOutScore::log_loss() const {
  double sum = 0;
  for (std::size_t i = 0; i < losses_.size(); ++i) sum += times_[i] * losses_[i];
  return sum / rows();
}

bool LeftOutScore::are_enough() const { return rows() >= kFewestRows; }

bool LeftOutScore::is_beaten_by(const LeftOutScore& other, double chosen) const {
  return are_enough() && sure_gain_of(other) > chosen / rows();
}

double LeftOutScore::sure_gain_of(const LeftOutScore& other) const {
  const double gain = log_loss() - other.log_loss();
  double squares = 0;
  for (std::size_t i = 0; i < losses_.size(); ++i) {
    const double off = losses_[i] - other.losses_[i] - gain;
    squares += times_[i] * off * off;
  }
  return gain - kErrorsApart * std::sqrt(squares) / rows();
}

LeftOutScore naive_left_out(const Counts& counts, const Batch& batch,
                            std::span<const RowLeftOut> rows) {
  LeaveOneOut others(counts, {Question{}});
  RowStore store(counts.schema());
  store.append(batch);
  LeftOutScore score;
  for (const RowLeftOut& left_out : rows) {
    // With dictionaries of its own, so that nobody looks up the labels of all other rows.
    const RowStore one = store.gather({left_out.row});
    const Batch row = one.batch();
    const Scorer scorer(std::move(others.without(row)[0]));
    Inference inference(scorer);
    const std::span<const double> p = inference.infer(row).posterior_of(0);
    const std::vector<Label>& classes = scorer.estimates().classes;
    const auto truth = static_cast<std::size_t>(
        std::lower_bound(classes.begin(), classes.end(), store.target(left_out.row)) -
        classes.begin());
    const auto greatest =
        static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    score.add(left_out.times, p[truth], greatest == truth);
  }
  return score;
}

}  // namespace tally
