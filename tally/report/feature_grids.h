// SPDX-License-Identifier: Apache-2.0
// The values and terms of a feature as grids of numbers, ready to be drawn.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tally/explain/model_view.h"
#include "tally/inside/picture.h"

namespace tally {

inline constexpr std::size_t kMostBars = 20;    ///< values of a picture
inline constexpr std::size_t kMostColours = 5;  ///< more classes have a heat map

/// Bars, or a heat map where there are more classes than colours.
std::string grid_picture(const NumberGrid& grid, Ground ground = Ground::kPage);

/// What is noted of a value in class k under this name ("n", "p"); 0 if nothing.
double number_of(const ValueView& value, std::string_view name, std::size_t k);

/// The places of the values most often seen, in their own order.
std::vector<std::size_t> most_seen(const std::vector<ValueView>& values, std::size_t most);

/// The probabilities of the values most often seen, up to kMostBars.
NumberGrid values_grid(const FeatureView& feature, const std::vector<std::string>& classes);

/// The share of the rows of each class that have a term. `rows` is [class].
NumberGrid terms_grid(const std::string& name, const std::vector<const ValueView*>& terms,
                      const std::vector<std::string>& classes, const std::vector<double>& rows);

}  // namespace tally
