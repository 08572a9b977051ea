// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_score.h"

#include <algorithm>
#include <cmath>

#include "tally/assess.h"
#include "tally/assess/left_out/left_out_naive.h"

namespace tally {

namespace {

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

bool LeftOutScore::is_beaten_by(const LeftOutScore& other, double chosen,
                                double errors_apart) const {
  return are_enough() && gain_up_to(std::log(1 + rows()), other, errors_apart) > chosen / rows();
}

double LeftOutScore::sure_gain_of(const LeftOutScore& other, double errors_apart) const {
  return gain_up_to(kMostLoss, other, errors_apart);
}

double LeftOutScore::gain_up_to(double most, const LeftOutScore& other, double errors_apart) const {
  const auto lead = [&](std::size_t i) {
    return std::min(losses_[i], most) - std::min(other.losses_[i], most);
  };
  const double all = rows();
  double gain = 0, squares = 0;
  for (std::size_t i = 0; i < losses_.size(); ++i) gain += times_[i] * lead(i) / all;
  for (std::size_t i = 0; i < losses_.size(); ++i) {
    const double off = lead(i) - gain;
    squares += times_[i] * off * off;
  }
  return gain - errors_apart * std::sqrt(squares) / all;
}

LeftOutScore naive_left_out(const Counts& counts, const Batch& batch,
                            std::span<const RowLeftOut> rows) {
  const std::vector<Counts::Class> classes = counts.classes();
  const std::vector<Label> labels = counts.class_labels();
  RowStore store(counts.schema());
  store.append(batch);
  LeftOutNaive naive(counts, classes, batch);
  LeftOutScore score;
  for (const RowLeftOut& left_out : rows) {
    const auto truth = static_cast<std::size_t>(
        std::lower_bound(labels.begin(), labels.end(), store.target(left_out.row)) -
        labels.begin());
    ExactSum weight;
    weight.add(left_out.leaves * store.weight(left_out.row));
    const std::span<const double> p = naive.posterior(left_out.row, truth, weight);
    const auto greatest =
        static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    score.add(left_out.times, p[truth], greatest == truth);
  }
  return score;
}

}  // namespace tally
