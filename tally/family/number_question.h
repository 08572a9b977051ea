// SPDX-License-Identifier: Apache-2.0
// What is asked of a family of numbers.
#pragma once

#include "tally/family.h"

namespace tally {

struct NumberQuestion {
  Method method = Method::kSmooth;
  double variance_floor = 1e-3;  ///< of the column's overall variance
  double added_deviation = 0;    ///< above 0: its square is added to every variance, without floor
  NormalPrior normal;
  GammaPrior gamma;
};

}  // namespace tally
