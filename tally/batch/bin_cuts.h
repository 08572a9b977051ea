// SPDX-License-Identifier: Apache-2.0
// Where a binned column is cut, and what its bins are called.
//
//   cuts      18,30,65
//   bin       0        1            2            3
//   numbers   x ≤ 18   18 < x ≤ 30  30 < x ≤ 65  x > 65
//   in words  ≤ 18     18 … 30      30 … 65      > 65
//
// The values of the column's tally are the numbers of its bins, all of them declared: 0, 1, 2, 3.
// Which bin a number belongs to, family/bins.h says.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tally/label.h"

namespace tally {

/// Why a column cannot be cut so ("its cuts do not ascend: 30 stands before 18"), or nothing.
std::string fault_of_cuts(std::span<const double> cuts);

/// "18,30,65"
std::string text_of_cuts(std::span<const double> cuts);
/// The other way; nothing if a piece of it is not a number. Whether they can be, fault_of_cuts says.
std::optional<std::vector<double>> parse_cuts(std::string_view text);

/// The label of a bin: its number.
Label label_of_bin(std::size_t bin);
/// Those of all bins, in their order.
std::vector<Label> labels_of_bins(std::span<const double> cuts);
/// A bin in words. REQUIRES: bin <= cuts.size(), and there is a cut.
std::string bin_in_words(std::span<const double> cuts, std::size_t bin);

}  // namespace tally
