// SPDX-License-Identifier: Apache-2.0
// Finds impossible sums: those of a corrupt or crafted file, of rows that were taken away but never
// added, or of a defect. Every model that is read or written is checked, so each sum is looked at
// once and none is copied.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "tally/sums.h"
#include "tally/sums/sum_row.h"

namespace tally {

inline constexpr std::string_view kBeyondBounds = "a sum beyond all bounds";
inline constexpr std::string_view kNegativeMissing = "a negative number of missing values";

bool any_beyond_bounds(std::span<const ExactSum> sums);

/// The first place from `start` on whose sum is negative, or one behind the last.
std::size_t first_negative(std::span<const ExactSum> sums, std::size_t start);

/// The same for a sum of the row that is greater than `most`.
std::size_t first_above(const SumRow& sums, std::size_t start, const ExactSum& most);

/// In words, if the rows without a value and those with one are not all rows of the class.
std::string impossible_rows(ExactSum missing, const ExactSum& with_value,
                            const ExactSum& class_weight);

}  // namespace tally
