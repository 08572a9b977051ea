// SPDX-License-Identifier: Apache-2.0
// The counts of a column of values without one of their rows.
//
//   LeftOutValues values(tally, codes, column, rows);
//   if (values.leave_out(row, own, weight)) … values.in_value(), values.totals(), values.possible()
//
// Which slot a row's value has is found out once for all rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/inside/count.h"

namespace tally {

/// Not to be shared between threads.
class LeftOutValues {
 public:
  /// The classes are those of the codes, in this order. Keeps references to tally and codes.
  /// REQUIRES: the tally is of a categorical, bernoulli or binned column, and has counted its rows.
  LeftOutValues(const ValueTally& tally, const std::vector<std::int32_t>& codes,
                const Column& column, std::int64_t rows);

  /// Whether the row has a value, and there is one without it. REQUIRES: it is of this class and
  /// weighs so much.
  bool leave_out(std::int64_t row, std::size_t own, const ExactSum& weight);

  // Without the row of the last call, which has a value:
  std::span<const ExactSum> in_value() const { return in_value_; }  ///< [class]: of its value
  std::span<const ExactSum> totals() const { return totals_; }      ///< [class]: of all values
  std::int64_t possible() const { return possible_; }               ///< S

 private:
  void find_slots(const Column& column, std::int64_t rows);
  void find_labels(const Column& column, std::int64_t rows);

  const ValueTally& tally_;
  const std::vector<std::int32_t>& codes_;
  std::int64_t all_possible_;
  std::vector<std::int32_t> slots_;   // [row], −1: missing
  std::vector<ExactSum> all_totals_;  // [class], with all rows
  std::vector<ExactSum> in_value_, totals_;
  std::int64_t possible_ = 0;
};

}  // namespace tally
