// SPDX-License-Identifier: Apache-2.0
// What was decided about what is true: a square for each pair, with its rows.
#pragma once

#include <string>

#include "tally/picture/bar_svg.h"

namespace tally {

/// `grid` has truths down, decisions across, and the number of rows of each pair; the rows of one truth
/// share the darkness of its line. Numbers that have no place in their squares stand where these are
/// pointed at.
std::string confusion_svg(const NumberGrid& grid, Ground ground = Ground::kPage);

}  // namespace tally
