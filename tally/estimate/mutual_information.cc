// SPDX-License-Identifier: Apache-2.0
#include "tally/estimate/mutual_information.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tally {

namespace {

double n_log_n(double n) { return n > 0 ? n * std::log(n) : 0; }

}  // namespace

// n I = Σ n_vy log n_vy − Σ n_v log n_v − Σ n_y log n_y + n log n
double rows_times_information(std::span<const double> counts, std::size_t classes) {
  std::vector<double> by_class(classes);
  double all = 0, sum = 0;
  for (std::size_t at = 0; at < counts.size(); at += classes) {
    double of_value = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      const double n = counts[at + k];
      sum += n_log_n(n);
      of_value += n;
      by_class[k] += n;
    }
    sum -= n_log_n(of_value);
    all += of_value;
  }
  for (const double n : by_class) sum -= n_log_n(n);
  return sum + n_log_n(all);
}

double mutual_information(std::span<const double> counts, std::size_t classes) {
  double all = 0;
  for (const double n : counts) all += n;
  return all > 0 ? std::max(0.0, rows_times_information(counts, classes) / all) : 0;
}

}  // namespace tally
