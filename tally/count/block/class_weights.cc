// SPDX-License-Identifier: Apache-2.0
#include "tally/count/block/class_weights.h"

namespace tally {

void add_class_weights(std::span<const std::int32_t> classes, std::span<const double> weights,
                       std::vector<ExactSum>& to) {
  if (!weights.empty()) {
    for (std::size_t row = 0; row < classes.size(); ++row) {
      if (classes[row] >= 0) to[static_cast<std::size_t>(classes[row])].add(weights[row]);
    }
    return;
  }
  // Two tables, so that rows of one class need not wait for each other. The first: no class.
  std::vector<std::int64_t> even(to.size() + 1), odd = even;
  std::size_t row = 0;
  for (; row + 2 <= classes.size(); row += 2) {
    ++even[static_cast<std::size_t>(std::int64_t{classes[row]} + 1)];
    ++odd[static_cast<std::size_t>(std::int64_t{classes[row + 1]} + 1)];
  }
  if (row < classes.size()) ++even[static_cast<std::size_t>(std::int64_t{classes[row]} + 1)];
  for (std::size_t k = 0; k < to.size(); ++k) to[k].add(even[k + 1] + odd[k + 1]);
}

}  // namespace tally
