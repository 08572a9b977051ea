// SPDX-License-Identifier: Apache-2.0
// Two axes with ticks and names, a grid between them, and where values lie in it.
#pragma once

#include <string>

#include "tally/picture/curve_axis.h"
#include "tally/picture/svg.h"

namespace tally {

/// The part of a picture that curves are drawn in.
struct ChartArea {
  double left, right, top, bottom;
};

struct ChartFrame {
  ChartArea area;
  CurveAxis x, y;

  double across(double value) const {
    return area.left + (area.right - area.left) * x.position(value);
  }
  double up(double value) const {
    return area.bottom - (area.bottom - area.top) * y.position(value);
  }

  void draw(Svg& svg, const std::string& x_name, const std::string& y_name) const;
};

}  // namespace tally
