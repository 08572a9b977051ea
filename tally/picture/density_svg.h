// SPDX-License-Identifier: Apache-2.0
// Densities of a number in each class, with the histograms that were counted behind them.
#pragma once

#include <string>
#include <vector>

#include "tally/picture/ground.h"

namespace tally {

struct DensityChart {
  std::string name;  ///< what the picture is, for people who cannot see it
  std::string x_name;
  std::vector<std::string> series;          ///< classes
  std::vector<double> edges;                ///< of the bars, ascending; empty: there are none
  std::vector<std::vector<double>> bars;    ///< [class][bar]: shares for each unit of x
  std::vector<std::string> said;            ///< [bar]: what is said of it where it is pointed at
  std::vector<double> x;                    ///< of the curves
  std::vector<std::vector<double>> curves;  ///< [class][point]; not finite: a gap
};

/// A curve that is higher than the bars by far is cut off above.
std::string density_svg(const DensityChart& chart, Ground ground = Ground::kPage);

}  // namespace tally
