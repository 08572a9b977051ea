// SPDX-License-Identifier: Apache-2.0
// Binned: how often a number falls into each bin. x ≤ cut is left of the cut.
#include <cmath>

#include "tally/count/rows_to_count.h"
#include "tally/count/value_tally.h"
#include "tally/family/bins.h"

namespace tally {

void count_binned(ValueTally& tally, const TallyColumns& columns, const RowsToCount& rows) {
  const Numbers& numbers = rows.numbers(*columns[0], tally.name());
  const std::vector<double>& cuts = tally.spec().cuts;
  const std::int32_t missing = tally.slot_of(Part::kMissing);
  const std::int32_t first = tally.slot_of(label_of_bin(0));
  for_each_number(numbers, rows.batch.rows, [&](std::int64_t row, double x) {
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      if (std::isinf(x)) {
        rows.refuse(row, tally.name(), "expected a finite number, found " + shortest(x));
      }
      const std::int32_t slot =
          std::isnan(x) ? missing : first + static_cast<std::int32_t>(bin_of(cuts, x));
      add_weighted(tally.cell(klass, slot), weight);
    });
  });
}

}  // namespace tally
