// SPDX-License-Identifier: Apache-2.0
// How a number is distributed in each class, as a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tally/report/feature_grids.h"

namespace tally {

/// The bars behind the densities: how many rows of each class have numbers between two edges. The last bar has its
/// upper edge. Nothing for a column without a histogram.
struct CountedBars {
  double low, high;                  ///< what is drawn: without the half percent at either end
  std::vector<double> edges;         ///< ascending, one more than bars
  std::vector<double> rows;          ///< [bar · K + class]
  std::vector<double> beyond;        ///< [class]: at the ends, without a bar
  std::vector<double> totals;        ///< [class]
  std::vector<std::string> between;  ///< [bar]: "0.5 … 1.25"
};
std::optional<CountedBars> counted_bars(const Counts& counts, const std::string& column,
                                        ValueType type);

/// Densities of a number over its histogram, what there is of both; nothing if there is neither.
/// `estimate` may be null.
std::optional<std::string> number_picture(const Counts& counts, const FeatureEstimate* estimate,
                                          const FeatureView& feature,
                                          const std::vector<std::string>& classes,
                                          Ground ground = Ground::kPage);

/// From where to where the numbers of a column reach: those that its histogram has counted, else four
/// deviations around the means. Nothing for a column without numbers.
struct DrawnRange {
  double low, high;
};
std::optional<DrawnRange> number_range(const Counts& counts, const std::string& column,
                                       const FeatureEstimate* estimate, std::size_t classes);

/// How many rows lie where, over all classes: those that the histogram has counted, without the half percent at
/// either end; else those that the law expects, over its range. Nothing if there is neither.
struct NumberBars {
  std::vector<double> edges, rows;  ///< one edge more than rows
};
std::optional<NumberBars> number_bars(const Counts& counts, const std::string& column,
                                      const FeatureEstimate* estimate);

}  // namespace tally
