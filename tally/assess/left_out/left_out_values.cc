// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/left_out/left_out_values.h"

#include <algorithm>
#include <cmath>

#include "tally/batch/code_map.h"

namespace tally {

LeftOutValues::LeftOutValues(const ValueTally& tally, const std::vector<std::int32_t>& codes,
                             const Column& column, std::int64_t rows)
    : tally_(tally), codes_(codes), all_possible_(tally.possible_values()) {
  slots_.reserve(static_cast<std::size_t>(rows));
  const auto* const numbers = std::get_if<Numbers>(&column);
  if (tally.spec().family == Family::kBernoulli && numbers != nullptr) {
    const double threshold = tally.spec().binarize.value_or(0);
    const std::int32_t of_false = tally.find_slot(Label::of(false)),
                       of_true = tally.find_slot(Label::of(true));
    for_each_number(*numbers, rows, [&](std::int64_t, double x) {
      slots_.push_back(std::isnan(x) ? -1 : x > threshold ? of_true : of_false);
    });
  } else if (tally.spec().family == Family::kBinned && numbers != nullptr) {
    const std::vector<double>& cuts = tally.spec().cuts;
    for_each_number(*numbers, rows, [&](std::int64_t, double x) {
      slots_.push_back(std::isnan(x) ? -1 : tally.find_slot(label_of_bin(bin_of(cuts, x))));
    });
  } else {
    CodeMap().for_each(
        column, rows, [&](const Label& label) { return tally.find_slot(label); },
        [&](std::int64_t, std::int32_t slot) { slots_.push_back(slot < 0 ? -1 : slot); });
  }
  for (const std::int32_t code : codes) all_totals_.push_back(tally.total(code));
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
