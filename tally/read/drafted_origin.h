// SPDX-License-Identifier: Apache-2.0
// The origin of a histogram. Its cells are finest around zero, so that numbers that lie close
// together and far from zero (years, a refractive index) would share a few of them: they are counted
// from a round number nearby.
//
//   drafted_origin({1.518, 0.003})     // 1.5
//   drafted_origin({1985, 20})         // 2000
//   drafted_origin({38.6, 13.6})       // 0: the cells around zero are fine enough
#pragma once

#include <cstdint>

#include "tally/read.h"
#include "tally/sums.h"

namespace tally {

/// The numbers seen so far; the same in any order. One thread at a time.
class NumberRangeSeen {
 public:
  /// Numbers that are not finite are ignored.
  void see(double number, std::int64_t times = 1);
  /// Zero if there are no numbers.
  NumberRange range() const;

 private:
  ExactSum count_, sum_, square_;
};

/// Zero unless the mean is more than 64 deviations from it. Else the number with the fewest
/// significant digits that is within 16 deviations of the mean, the nearest with so many digits: so
/// similar tables get the same origin. Of a constant column zero.
double drafted_origin(const NumberRange& range);

}  // namespace tally
