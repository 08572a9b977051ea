// SPDX-License-Identifier: Apache-2.0
#include "tally/report/threshold_curves.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tally {

namespace {

std::vector<double> log_odds_of(const Posteriors& answers, std::int64_t row) {
  std::vector<double> out(answers.classes);
  posterior_log_odds(answers.posterior_of(row), answers.log_posterior_of(row), out);
  return out;
}

// Rows with a number each, the greatest first; calls at(row) for each and behind() after all equals.
template <class At, class Behind>
void from_the_top(const std::vector<double>& numbers, At&& at, Behind&& behind) {
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return numbers[a] > numbers[b]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    at(order[i]);
    if (i + 1 == order.size() || numbers[order[i + 1]] != numbers[order[i]]) behind();
  }
}

}  // namespace

ThresholdCurves threshold_curves(const AnsweredRows& rows, const std::vector<Label>& classes,
                                 std::size_t klass) {
  std::vector<double> odds;
  double of_class = 0, of_rest = 0;
  for (std::int64_t row = 0; row < rows.answers.rows; ++row) {
    const auto r = static_cast<std::size_t>(row);
    // A row that is impossible in every class tells nothing for any.
    odds.push_back(rows.answers.impossible(row) ? -std::numeric_limits<double>::infinity()
                                                : log_odds_of(rows.answers, row)[klass]);
    (rows.truths[r] == classes[klass] ? of_class : of_rest) += rows.weights[r];
  }
  ThresholdCurves out;
  if (!(of_class > 0) || !(of_rest > 0)) return out;
  out.roc = {"", {0}, {0}};
  double told = 0, wrongly = 0;
  from_the_top(
      odds,
      [&](std::size_t r) {
        (rows.truths[r] == classes[klass] ? told : wrongly) += rows.weights[r];
      },
      [&] {
        out.roc.x.push_back(wrongly / of_rest);
        out.roc.y.push_back(told / of_class);
        out.precision_recall.x.push_back(told / of_class);
        out.precision_recall.y.push_back(told / (told + wrongly));
      });
  return out;
}

PointCurve rejection_curve(const AnsweredRows& rows, const std::vector<Label>& classes) {
  std::vector<double> surety;
  std::vector<bool> right;
  double all = 0;
  for (std::int64_t row = 0; row < rows.answers.rows; ++row) {
    const auto r = static_cast<std::size_t>(row);
    const std::vector<double> odds = log_odds_of(rows.answers, row);
    const auto best = std::max_element(odds.begin(), odds.end());
    const bool possible = !rows.answers.impossible(row);
    surety.push_back(possible ? *best : -std::numeric_limits<double>::infinity());
    right.push_back(possible &&
                    rows.truths[r] == classes[static_cast<std::size_t>(best - odds.begin())]);
    all += rows.weights[r];
  }
  PointCurve out;
  if (!(all > 0)) return out;
  double answered = 0, rightly = 0;
  from_the_top(
      surety,
      [&](std::size_t r) {
        answered += rows.weights[r];
        if (right[r]) rightly += rows.weights[r];
      },
      [&] {
        out.x.push_back(1 - answered / all);
        out.y.push_back(rightly / answered);
      });
  std::reverse(out.x.begin(), out.x.end());
  std::reverse(out.y.begin(), out.y.end());
  return out;
}

double area_below(const PointCurve& curve) {
  double out = 0;
  for (std::size_t i = 1; i < curve.x.size(); ++i) {
    out += (curve.x[i] - curve.x[i - 1]) * (curve.y[i] + curve.y[i - 1]) / 2;
  }
  return out;
}

PointCurve thinned(const PointCurve& curve) {
  constexpr double kNear = 1.0 / 250;
  PointCurve out{curve.name, {}, {}};
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const bool is_end = i == 0 || i + 1 == curve.x.size();
    if (!is_end &&
        std::abs(curve.x[i] - out.x.back()) + std::abs(curve.y[i] - out.y.back()) < kNear)
      continue;
    out.x.push_back(curve.x[i]);
    out.y.push_back(curve.y[i]);
  }
  return out;
}

}  // namespace tally
