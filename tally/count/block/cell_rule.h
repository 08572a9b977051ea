// SPDX-License-Identifier: Apache-2.0
// What a cell of a matrix of amounts counts as.
#pragma once

#include <optional>

namespace tally {

struct CellRule {
  std::optional<double> threshold;  ///< bernoulli: 1 if above, else 0; none: as it is
  bool may_be_negative = false;     ///< else a negative number is an error
};

}  // namespace tally
