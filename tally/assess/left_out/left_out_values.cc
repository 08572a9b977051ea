// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_values.h"

#include <algorithm>
#include <cmath>

#include "tally/batch/code_map.h"
#include "tally/family/wrong_cells.h"

namespace tally {

LeftOutValues::LeftOutValues(const ValueTally& tally, const std::vector<std::int32_t>& codes,
                             const Column& column, std::int64_t rows)
    : tally_(tally), codes_(codes), all_possible_(tally.possible_values()) {
  find_slots(column, rows);
  for (const std::int32_t code : codes) all_totals_.push_back(tally.total(code));
}

void LeftOutValues::find_slots(const Column& column, std::int64_t rows) {
  slots_.reserve(static_cast<std::size_t>(rows));
  const auto* const numbers = std::get_if<Numbers>(&column);
  switch (facts_of(tally_.family()).cells) {
    case CellKind::kLabel:
      return find_labels(column, rows);
    case CellKind::kTruth: {
      if (numbers == nullptr) return find_labels(column, rows);
      const double threshold = tally_.spec().binarize.value_or(0);
      const std::int32_t of_false = tally_.find_slot(Label::of(false)),
                         of_true = tally_.find_slot(Label::of(true));
      return for_each_number(*numbers, rows, [&](std::int64_t, double x) {
        slots_.push_back(std::isnan(x) ? -1 : x > threshold ? of_true : of_false);
      });
    }
    case CellKind::kBin: {
      if (numbers == nullptr) return find_labels(column, rows);
      const std::vector<double>& cuts = tally_.spec().cuts;
      return for_each_number(*numbers, rows, [&](std::int64_t, double x) {
        slots_.push_back(std::isnan(x) ? -1 : tally_.find_slot(label_of_bin(bin_of(cuts, x))));
      });
    }
    case CellKind::kNumber:
    case CellKind::kGroup:
    case CellKind::kTerms:
      break;
  }
  refuse_cells(tally_.family(), "is not left out of a tally of values");
}

void LeftOutValues::find_labels(const Column& column, std::int64_t rows) {
  CodeMap().for_each(
      column, rows, [&](const Label& label) { return tally_.find_slot(label); },
      [&](std::int64_t, std::int32_t slot) { slots_.push_back(slot < 0 ? -1 : slot); });
}

bool LeftOutValues::leave_out(std::int64_t row, std::size_t own, const ExactSum& weight) {
  const std::int32_t slot = slots_[static_cast<std::size_t>(row)];
  if (slot < 0) return false;
  in_value_.clear();
  for (const std::int32_t code : codes_) in_value_.push_back(tally_.at(code, slot));
  in_value_[own] -= weight;
  // A value that nobody else has is no possible value any more.
  const bool is_gone = tally_.spec().values.empty() &&
                       std::all_of(in_value_.begin(), in_value_.end(),
                                   [](const ExactSum& sum) { return sum.is_zero(); });
  possible_ = all_possible_ - (is_gone ? 1 : 0);
  if (possible_ <= 0) return false;
  totals_ = all_totals_;
  totals_[own] -= weight;
  return true;
}

}  // namespace tally
