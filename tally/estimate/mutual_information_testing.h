// SPDX-License-Identifier: Apache-2.0
// Mutual information as textbooks define it, for tests.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace tally {

/// Σ p(v, y) log(p(v, y) / p(v) p(y)), of counts [value][class].
inline double information_by_definition(const std::vector<std::vector<double>>& n) {
  double all = 0, out = 0;
  std::vector<double> of_class(n.front().size());
  for (const auto& value : n) {
    for (std::size_t k = 0; k < value.size(); ++k) {
      all += value[k];
      of_class[k] += value[k];
    }
  }
  for (const auto& value : n) {
    double of_value = 0;
    for (const double x : value) of_value += x;
    for (std::size_t k = 0; k < value.size(); ++k) {
      if (value[k] > 0) out += value[k] / all * std::log(value[k] * all / of_value / of_class[k]);
    }
  }
  return out;
}

}  // namespace tally
