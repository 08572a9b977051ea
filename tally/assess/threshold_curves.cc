// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/threshold_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tally/inside/sums.h"

namespace tally {

namespace {

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

ThresholdCurves threshold_curves(const Ranking& rows, std::size_t klass) {
  std::vector<double> odds;
  std::vector<bool> own;
  ExactSum all_own, all_rest;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    odds.push_back(rows.of(row)[klass]);
    own.push_back(rows.truth(row) == static_cast<int>(klass));
    (own.back() ? all_own : all_rest).add(rows.weight(row));
  }
  ThresholdCurves out;
  if (all_own.is_zero() || all_rest.is_zero()) return out;
  const double of_class = all_own.to_double(), of_rest = all_rest.to_double();
  out.roc = {"", {0}, {0}};
  ExactSum told, wrongly;
  from_the_top(
      odds, [&](std::size_t row) { (own[row] ? told : wrongly).add(rows.weight(row)); },
      [&] {
        const double rightly = told.to_double(), others = wrongly.to_double();
        out.roc.x.push_back(others / of_rest);
        out.roc.y.push_back(rightly / of_class);
        out.precision_recall.x.push_back(rightly / of_class);
        out.precision_recall.y.push_back(rightly / (rightly + others));
      });
  return out;
}

PointCurve rejection_curve(const Ranking& rows) {
  std::vector<double> surety;
  std::vector<bool> right;
  ExactSum weights;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const std::span<const double> odds = rows.of(row);
    const auto best = std::max_element(odds.begin(), odds.end());
    surety.push_back(*best);
    // Where every class is impossible none is the best.
    right.push_back(*best > -std::numeric_limits<double>::infinity() &&
                    rows.truth(row) == static_cast<int>(best - odds.begin()));
    weights.add(rows.weight(row));
  }
  PointCurve out;
  if (weights.is_zero()) return out;
  const double all = weights.to_double();
  ExactSum answered, rightly;
  from_the_top(
      surety,
      [&](std::size_t row) {
        answered.add(rows.weight(row));
        if (right[row]) rightly.add(rows.weight(row));
      },
      [&] {
        out.x.push_back(1 - answered.to_double() / all);
        out.y.push_back(ratio(rightly, answered));
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
