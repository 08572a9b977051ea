// SPDX-License-Identifier: Apache-2.0
#include "tally/fit/own_rows.h"

#include <utility>

#include "tally/base/error.h"

namespace tally {

namespace {

// Whether every sum is zero.
bool is_nothing(const Counts& counts) {
  bool found = false;
  counts.for_each_row(
      [&](const CountRow&) { found = true; },
      [&](const TextTally& text, const std::vector<std::string>& classes) {
        for (std::int32_t slot = 0; slot < text.slots(); ++slot) {
          if (text.part_of(slot) != Part::kValue) continue;
          for (std::int32_t code = 0; code < static_cast<std::int32_t>(classes.size()); ++code) {
            found = found || !text.at(code, slot).is_zero() || !text.repeats(code, slot).is_zero();
          }
        }
      });
  return !found;
}

}  // namespace

bool has_counted(const Counts& counts, Counts rows) {
  // Most rows that are not its own are not as many.
  if (!counts.exact() || !rows.exact() || rows.total_weight() != counts.total_weight()) {
    return false;
  }
  try {
    rows.subtract(counts);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kData) throw;
    return false;
  }
  return is_nothing(rows);
}

}  // namespace tally
