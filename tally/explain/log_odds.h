// SPDX-License-Identifier: Apache-2.0
// What each feature adds, lined up.
#pragma once

#include <string>
#include <vector>

#include "tally/explain.h"

namespace tally {

struct LogOdds {
  std::string name;
  double nats = 0;
};

/// A line for each: "  +0.817405  petal_width", the decimal points below one another. With bars,
/// one stands between number and name: to the right of an axis for what speaks for, to the left for
/// what speaks against; the longest is that of the greatest finite number, and an infinite one is
/// as long as that.
std::string log_odds_text(const std::vector<LogOdds>& added, Bars bars = Bars::kNo);

}  // namespace tally
