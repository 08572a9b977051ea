// SPDX-License-Identifier: Apache-2.0
// Curves over one axis, as they are drawn: in SVG or in a terminal.
#pragma once

#include <string>
#include <vector>

namespace tally {

struct Curve {
  std::string name;
  std::vector<double> y;  ///< by point; a value that is not finite leaves a gap
};

struct CurveChart {
  std::string title, x_name, y_name;
  std::vector<double> x;
  std::vector<Curve> curves;
  bool log_x = false;  ///< REQUIRES, where set: every x is above 0
};

/// Where values lie along a side of the drawing, and where its ticks are.
class CurveAxis {
 public:
  /// From the least to the greatest of the values, widened to whole steps of 1, 2 or 5 times a
  /// power of ten, of which there are about `steps`; on a logarithmic axis ticks are powers of ten.
  /// Values that are not finite are passed over.
  CurveAxis(const std::vector<double>& values, int steps, bool is_log = false);

  struct Tick {
    double value;
    std::string text;
  };
  const std::vector<Tick>& ticks() const { return ticks_; }
  /// 0 at the low end, 1 at the high one.
  double position(double value) const;

 private:
  void place_linear(double low, double high, int steps);
  void place_log(double low, double high);

  bool is_log_;
  double low_ = 0, high_ = 1;  // of the logarithms, if it is logarithmic
  std::vector<Tick> ticks_;
};

/// The axes of a chart: x, and y over all its curves.
CurveAxis x_axis(const CurveChart& chart, int steps);
CurveAxis y_axis(const CurveChart& chart, int steps);

}  // namespace tally
