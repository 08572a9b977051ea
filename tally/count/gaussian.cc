// SPDX-License-Identifier: Apache-2.0
// Gaussian: n = Σ w, s = Σ w x, q = Σ w x², all exact, so that mean and variance can be worked out
// without cancellation and any row can be taken away again (see moments.h).
#include <cmath>

#include "tally/count/rows_to_count.h"

namespace tally {

void count_gaussian(Tally& tally, const TallyColumns& columns, const RowsToCount& rows) {
  const Numbers& numbers = rows.numbers(*columns[0], tally.name());
  const std::int32_t missing = tally.slot_of(Part::kMissing);
  const std::int32_t n = tally.slot_of(Part::kWeight);
  const std::int32_t s = tally.slot_of(Part::kSum);
  const std::int32_t q = tally.slot_of(Part::kSquare);
  for_each_number(numbers, rows.batch.rows, [&](std::int64_t row, double x) {
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      if (std::isnan(x)) return add_weighted(tally.cell(klass, missing), weight);
      if (std::isinf(x))
        rows.refuse(row, tally.name(), "expected a finite number, found " + shortest(x));
      add_weighted(tally.cell(klass, n), weight);
      add_weighted(tally.cell(klass, s), weight, x);
      add_weighted(tally.cell(klass, q), weight, x, x);
    });
  });
}

}  // namespace tally
