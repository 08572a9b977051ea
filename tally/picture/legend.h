// SPDX-License-Identifier: Apache-2.0
// The names of what is drawn, each beside its colour, in as many lines as they need.
#pragma once

#include <string>
#include <vector>

#include "tally/picture/svg.h"

namespace tally {

double legend_height(const std::vector<std::string>& names, double width);
/// At the top of the picture.
void legend(Svg& svg, const std::vector<std::string>& names, double width);

}  // namespace tally
