// SPDX-License-Identifier: Apache-2.0
// Poisson: Σ w x events over an exposure of Σ w e. Without a column of exposures every row is 1.
#include <cmath>

#include "tally/count/rows_to_count.h"

namespace tally {

void count_poisson(Tally& tally, const TallyColumns& columns, const RowsToCount& rows) {
  const Numbers& counts = rows.numbers(*columns[0], tally.name());
  const std::string& exposure_name = tally.spec().exposure;
  const Numbers* exposures =
      exposure_name.empty() ? nullptr : &rows.numbers(*columns[1], exposure_name);
  const std::int32_t missing = tally.slot_of(Part::kMissing);
  const std::int32_t weight_slot = tally.slot_of(Part::kWeight);
  const std::int32_t sum_slot = tally.slot_of(Part::kSum);
  const std::int32_t exposure_slot = tally.slot_of(Part::kExposure);
  const auto checked = [&](std::int64_t row, const std::string& name, double x) {
    if (x < 0 || std::isinf(x)) {
      rows.refuse(row, name, "expected a finite number, zero or more, found " + shortest(x));
    }
    return x;
  };
  for_each_number(counts, rows.batch.rows, [&](std::int64_t row, double count) {
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      const double x = checked(row, tally.name(), count);
      const double e = exposures == nullptr ? 1 : checked(row, exposure_name, exposures->at(row));
      if (std::isnan(x) || std::isnan(e)) return add_weighted(tally.cell(klass, missing), weight);
      if (e == 0 && x > 0) {
        rows.refuse(row, tally.name(), "found the count " + shortest(x) + " at an exposure of 0");
      }
      add_weighted(tally.cell(klass, weight_slot), weight);
      add_weighted(tally.cell(klass, sum_slot), weight, x);
      add_weighted(tally.cell(klass, exposure_slot), weight, e);
    });
  });
}

}  // namespace tally
