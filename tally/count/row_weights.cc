// SPDX-License-Identifier: Apache-2.0
#include "tally/count/row_weights.h"

#include <cmath>

namespace tally {

std::vector<double> checked_weights(const Batch& batch, const Column& column,
                                    const std::string& name) {
  const auto* numbers = std::get_if<Numbers>(&column);
  if (numbers == nullptr) {
    throw Error(ErrorKind::kData, "expected numbers as weights", batch.place(0, name));
  }
  std::vector<double> weights(static_cast<std::size_t>(batch.rows));
  for_each_number(*numbers, batch.rows, [&](std::int64_t row, double weight) {
    if (!(weight >= 0) || std::isinf(weight)) {
      throw Error(ErrorKind::kData,
                  "expected a weight, finite and zero or more, found " +
                      (std::isnan(weight) ? "a missing value" : shortest(weight)),
                  batch.place(row, name));
    }
    weights[static_cast<std::size_t>(row)] = weight;
  });
  return weights;
}

}  // namespace tally
