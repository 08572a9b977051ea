// SPDX-License-Identifier: Apache-2.0
// Multinomial: Σ w x of every term of the group; a row's counts may be whole or real, zero or more.
#include <cmath>

#include "tally/count/rows_to_count.h"
#include "tally/count/value_tally.h"

namespace tally {

void count_multinomial(ValueTally& tally, const TallyColumns& columns, const RowsToCount& rows) {
  const std::int32_t missing = tally.slot_of(Part::kMissing);
  for (std::size_t term = 0; term < tally.spec().columns.size(); ++term) {
    const std::string& name = tally.spec().columns[term];
    const std::int32_t slot = tally.slot_of(Label::of(name));
    for_each_number(
        rows.numbers(*columns[term], name), rows.batch.rows, [&](std::int64_t row, double x) {
          rows.weigh(row, [&](std::int32_t klass, auto weight) {
            if (std::isnan(x)) return add_weighted(tally.cell(klass, missing), weight);
            if (x < 0 || std::isinf(x)) {
              rows.refuse(row, name,
                          "expected a count, finite and zero or more, found " + shortest(x));
            }
            if (x > 0) add_weighted(tally.cell(klass, slot), weight, x);
          });
        });
  }
}

}  // namespace tally
