// SPDX-License-Identifier: Apache-2.0
// Numbers: Σ w and whichever of Σ w x, Σ w x² and Σ w e the family has, all exact, so that mean and
// variance can be worked out without cancellation and any row can be taken away again (see
// moments.h). Without a column of exposures every row's is 1.
#include <cmath>

#include "tally/count/rows_to_count.h"
#include "tally/family/number_family.h"

namespace tally {

namespace {

// A number as the family takes it; NaN is missing.
double checked(const RowsToCount& rows, std::int64_t row, const std::string& name, bool is_count,
               double x) {
  if (std::isinf(x) || (is_count && x < 0)) {
    rows.refuse(row, name,
                std::string("expected a finite number") + (is_count ? ", zero or more" : "") +
                    ", found " + shortest(x));
  }
  return x;
}

}  // namespace

void count_numbers(Tally& tally, const TallyColumns& columns, const RowsToCount& rows) {
  const bool is_count = numbers_of(tally.family())->is_count();
  const Numbers& numbers = rows.numbers(*columns[0], tally.name());
  const std::string& exposure_name = tally.spec().exposure;
  const Numbers* const exposures =
      exposure_name.empty() ? nullptr : &rows.numbers(*columns[1], exposure_name);
  const std::int32_t missing = tally.slot_of(Part::kMissing);
  const std::int32_t n = tally.slot_of(Part::kWeight);
  const std::int32_t s = tally.slot_of(Part::kSum);
  const std::int32_t q = tally.slot_of(Part::kSquare);
  const std::int32_t exposed = tally.slot_of(Part::kExposure);
  for_each_number(numbers, rows.batch.rows, [&](std::int64_t row, double number) {
    rows.weigh(row, [&](std::int32_t klass, auto weight) {
      const double x = checked(rows, row, tally.name(), is_count, number);
      const double e =
          exposures == nullptr ? 1 : checked(rows, row, exposure_name, true, exposures->at(row));
      if (std::isnan(x) || std::isnan(e)) return add_weighted(tally.cell(klass, missing), weight);
      if (e == 0 && x > 0) {
        rows.refuse(row, tally.name(), "found the count " + shortest(x) + " at an exposure of 0");
      }
      add_weighted(tally.cell(klass, n), weight);
      add_weighted(tally.cell(klass, s), weight, x);
      if (q >= 0) add_weighted(tally.cell(klass, q), weight, x, x);
      if (exposed >= 0) add_weighted(tally.cell(klass, exposed), weight, e);
    });
  });
}

}  // namespace tally
