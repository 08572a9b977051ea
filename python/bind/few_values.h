// SPDX-License-Identifier: Apache-2.0
// Columns of few whole numbers, as codes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pieces.h"

namespace tally::bind {

/// What the numbers of a column say, and their codes if they are whole and few.
struct NumberColumn {
  ColumnSample sample;
  std::vector<std::shared_ptr<const std::vector<std::int8_t>>> codes;  ///< by frame; empty: not few
  std::shared_ptr<const Dictionary> values;
  bool is_great = false;  ///< some of the few are so large that one double may be several of them
};

/// Looks at a column of numbers. It is left at its first cell that settles what it is: of a column
/// of measurements that is one of the first. Whether whole numbers all differ is seen among the
/// first 2¹⁴ rows. No cell becomes a text.
NumberColumn look_at_numbers(const std::string& name, const Frames& frames);

}  // namespace tally::bind
