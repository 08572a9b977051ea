// SPDX-License-Identifier: Apache-2.0
// A chart as a picture: axes with ticks and names, a grid, a legend above the curves.
#pragma once

#include <string>

#include "tally/picture/curve_axis.h"

namespace tally {

/// A whole SVG 1.1 document, the same bytes for the same chart. Curves differ by colour and by
/// dashes, so that they can be told apart in print and where they coincide. Works without points or
/// curves.
std::string curve_svg(const CurveChart& chart);

}  // namespace tally
