// SPDX-License-Identifier: Apache-2.0
// The points of a sweep, from their decimal text.
//
//   0:7:0.1      start + i · step up to the end, which is a point too: 71 points
//   0.1,1,10     these three
//
// The arithmetic is decimal, so that no error gathers: the fourth point of 0:7:0.1 is the double
// nearest to 3/10, and 7 is reached.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tally {

struct SweepPoint {
  std::string text;  ///< of a range: with as many decimals as the range was written with
  double value = 0;
  friend bool operator==(const SweepPoint&, const SweepPoint&) = default;
};

/// At least one point. Throws Error (kUsage) for anything else than a range or a list of finite
/// numbers, a range that does not lead to its end, more than 10,000 points, or numbers of more than
/// 18 digits.
std::vector<SweepPoint> parse_sweep_points(std::string_view text);

}  // namespace tally
