// SPDX-License-Identifier: Apache-2.0
// Bars and heat maps: a number for each of some values and each class.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tally/picture/ground.h"

namespace tally {

/// Numbers from 0 on, of `rows` times `columns`.
struct NumberGrid {
  std::string name;                  ///< what the picture is, for people who cannot see it
  std::vector<std::string> rows;     ///< values
  std::vector<std::string> columns;  ///< classes
  std::vector<double> numbers;       ///< [row · columns + column]
  std::vector<std::string> said;     ///< the same: what is said of a number that is pointed at
};

/// A group of bars for each row, one of each colour for each column, a legend above. The longest
/// bar is that of the greatest number.
std::string bar_svg(const NumberGrid& grid, Ground ground = Ground::kPage);

/// A square for each number, the darker the greater it is beside the greatest of its column.
std::string heat_svg(const NumberGrid& grid, Ground ground = Ground::kPage);

}  // namespace tally
