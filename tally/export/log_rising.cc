// SPDX-License-Identifier: Apache-2.0
#include "tally/export/log_rising.h"

#include <cmath>

namespace tally {

LogRising::LogRising(double of)
    : a(of), is_raised(of < kRaised), from(of + (is_raised ? kRaised : 0)) {
  const double t = 1 / from;
  double tail = 0;
  for (std::size_t i = kTail.size(); i-- > 0;) tail = tail * t * t + kTail[i];
  constant = -t * tail;
  for (int i = 0; is_raised && i < kRaised; ++i) constant += std::log(a + i);
}

}  // namespace tally
