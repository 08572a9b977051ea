// SPDX-License-Identifier: Apache-2.0
#include "tally/draft/recount.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "tally/inside/count.h"

namespace tally {

namespace {

// Whether the one schema has columns of the other and nothing else.
bool is_part(const Schema& part, const Schema& whole) {
  return std::all_of(part.columns.begin(), part.columns.end(), [&](const ColumnSchema& column) {
    const ColumnSchema* const same = whole.find(column.name);
    return same != nullptr && *same == column;
  });
}

bool is_enough(Model& counted, const Schema& settled, Recount how) {
  const Schema& schema = counted.counts.schema();
  switch (how) {
    case Recount::kRecast:
      return Counts::can_recast(schema, settled);
    case Recount::kRows:
      return is_part(settled, schema);
    case Recount::kReread:
      return false;
    case Recount::kSample:
      break;
  }
  if (schema.has_text() || !Counts::can_recast(schema, settled)) return false;
  std::optional<RowSample> sample = resampled(counted.sample, counted.counts, settled);
  if (!sample) return false;
  counted.sample = *std::move(sample);
  return true;
}

}  // namespace

bool recount(Model& counted, const Schema& settled, Recount how) {
  if (settled == counted.counts.schema()) return true;
  if (!is_enough(counted, settled, how)) return false;
  counted.counts = counted.counts.recast(settled);
  return true;
}

}  // namespace tally
