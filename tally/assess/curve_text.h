// SPDX-License-Identifier: Apache-2.0
// A chart for a terminal, in Braille dots.
#pragma once

#include <string>

#include "tally/picture/curve_axis.h"

namespace tally {

/// A panel for each curve, one below the other over the same axes, so that they can be
/// distinguished without colours: 64 by 10 characters, of two by four dots each.
std::string curve_text(const CurveChart& chart);

}  // namespace tally
