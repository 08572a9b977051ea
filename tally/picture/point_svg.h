// SPDX-License-Identifier: Apache-2.0
// Curves that each have points of their own: ROC, precision and recall, calibration.
#pragma once

#include <string>
#include <vector>

#include "tally/picture/ground.h"

namespace tally {

struct PointCurve {
  std::string name;
  std::vector<double> x, y;
};

struct PointDot {
  double x, y, radius;
  std::string said;        ///< where it is pointed at
  std::size_t series = 0;  ///< the curve whose colour it has
};

struct PointChart {
  std::string name;  ///< what the picture is, for people who cannot see it
  std::string x_name, y_name;
  std::vector<PointCurve> curves;
  std::vector<PointDot> dots;
  double y_from = 0;      ///< the axes are from 0 to 1, that of y from here
  bool diagonal = false;  ///< a thin line from corner to corner
  bool mark =
      false;  ///< a circle (class "mark") that a page can move; it has the area's sides as data
};

std::string point_svg(const PointChart& chart, Ground ground = Ground::kPage);

}  // namespace tally
