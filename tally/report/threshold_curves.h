// SPDX-License-Identifier: Apache-2.0
// What would be decided if a class were told from this log-odds on, for every such threshold.
#pragma once

#include <span>

#include "tally/picture.h"
#include "tally/report/answered_rows.h"

namespace tally {

/// The curves of a class against the rest, in full: a point for each threshold that some row has.
struct ThresholdCurves {
  PointCurve roc;               ///< (share of others that are told, share of the class that is)
  PointCurve precision_recall;  ///< (recall, precision)
};
/// REQUIRES: the class, and the rest, has rows; else empty curves.
ThresholdCurves threshold_curves(const AnsweredRows& rows, const std::vector<Label>& classes,
                                 std::size_t klass);

/// (share of the rows that are rejected, accuracy on the others), the least sure being rejected first.
PointCurve rejection_curve(const AnsweredRows& rows, const std::vector<Label>& classes);

/// The area below a curve by trapezoids.
double area_below(const PointCurve& curve);

/// The curve with as few points as look the same: no two nearer than 1/250, the ends kept.
PointCurve thinned(const PointCurve& curve);

}  // namespace tally
