// SPDX-License-Identifier: Apache-2.0
// Bernoulli: how often a column is true and how often false. A number x is true if x > binarize,
// strictly; without a threshold it must be 0 or 1.
#include <cmath>

#include "tally/count/rows_to_count.h"
#include "tally/count/value_tally.h"

namespace tally {

void count_bernoulli(ValueTally& tally, const TallyColumns& columns, const RowsToCount& rows,
                     CodeMap& codes) {
  const Numbers* numbers = std::get_if<Numbers>(columns[0]);
  if (numbers == nullptr) return count_categorical(tally, columns, rows, codes);

  const std::int32_t missing = tally.slot_of(Part::kMissing);
  const std::int32_t no = tally.slot_of(Label::of(false));
  const std::int32_t yes = tally.slot_of(Label::of(true));
  const std::optional<double> threshold = tally.spec().binarize;
  for_each_number(*numbers, rows.batch.rows, [&](std::int64_t row, double x) {
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      if (std::isinf(x))
        rows.refuse(row, tally.name(), "expected a finite number, found " + shortest(x));
      if (!threshold && !std::isnan(x) && x != 0 && x != 1) {
        rows.refuse(row, tally.name(), "expected 0 or 1, found " + shortest(x),
                    {Remedy::of(RemedyKind::kGiveThreshold)});
      }
      const std::int32_t slot = std::isnan(x) ? missing : x > threshold.value_or(0) ? yes : no;
      add_weighted(tally.cell(klass, slot), weight);
    });
  });
}

}  // namespace tally
