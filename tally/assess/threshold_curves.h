// SPDX-License-Identifier: Apache-2.0
// What would be decided if a class were told from this log-odds on, for every such threshold.
#pragma once

#include "tally/assess.h"
#include "tally/picture/point_svg.h"

namespace tally {

/// The curves of a class against the rest, in full: a point for each threshold that some row has.
struct ThresholdCurves {
  PointCurve roc;               ///< (share of others that are told, share of the class that is)
  PointCurve precision_recall;  ///< (recall, precision)
};
/// Empty curves where the class, or the rest, has no row. A row that is impossible in every class tells
/// nothing for any. Sums are exact: the order of the rows does not matter.
ThresholdCurves threshold_curves(const Ranking& rows, std::size_t klass);

/// (share of the rows that are rejected, accuracy on the others), the least sure being rejected first.
PointCurve rejection_curve(const Ranking& rows);

/// The area below a curve by trapezoids.
double area_below(const PointCurve& curve);

/// The curve with as few points as look the same: no two nearer than 1/250, the ends kept.
PointCurve thinned(const PointCurve& curve);

}  // namespace tally
