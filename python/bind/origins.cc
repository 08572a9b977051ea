// SPDX-License-Identifier: Apache-2.0
#include "origins.h"

#include <algorithm>
#include <cmath>

namespace tally::bind {

namespace {

template <class F>
void for_each_finite(const std::string& name, const Frames& frames, F&& f) {
  for (const auto& frame : frames) {
    const Column* const column = frame->batch().find(name);
    const auto* const numbers = column == nullptr ? nullptr : std::get_if<Numbers>(column);
    if (numbers == nullptr) continue;
    for_each_number(*numbers, frame->rows(), [&](std::int64_t, double x) {
      if (std::isfinite(x)) f(x);
    });
  }
}

// Whether the mean is so far from zero, beside the deviation, that there may be an origin: by sums that are
// rounded, so with room to spare. Exact sums of every column would cost more than counting it.
bool may_be_far_from_zero(const std::string& name, const Frames& frames) {
  constexpr double kSurelyNear = 48;  // deviations; drafted_origin asks for 64
  double first = 0, count = 0, sum = 0, square = 0;
  for_each_finite(name, frames, [&](double x) {
    if (count == 0) first = x;
    const double difference = x - first;
    count += 1;
    sum += difference;
    square += difference * difference;
  });
  if (count == 0) return false;
  const double mean = sum / count;
  const double deviation = std::sqrt(std::max(square / count - mean * mean, 0.0));
  return !(std::abs(first + mean) <= kSurelyNear * deviation);
}

}  // namespace

void draft_origins(Schema& schema, const Frames& frames) {
  for (ColumnSchema& column : schema.columns) {
    if (!column.histogram || !may_be_far_from_zero(column.name, frames)) continue;
    NumberRangeSeen seen;
    for_each_finite(column.name, frames, [&](double x) { seen.see(x); });
    column.origin = drafted_origin(seen.range());
  }
}

}  // namespace tally::bind
