// SPDX-License-Identifier: Apache-2.0
// Numbers out of many cells at once.
//
// A cell of up to sixteen bytes is two words, and eight cells are two vectors. What
// read_decimal_in_place does to one cell is done here to all of them, and no branch depends on what
// a cell holds: the minus and the point are masks; bytes up to the point move over it; neighbours
// are joined to pairs of digits, to fours, to eights; the power of ten is not rounded; one division
// rounds the number. Where no cell has more than eight bytes, one word each is enough.
#pragma once

#include <cstddef>

#include "tally/read/cells/cell_words.h"

namespace tally {

/// Reads the first `count` cells as read_decimal_in_place does, to the last bit; a cell that it
/// would not take, or that is longer than sixteen bytes with its minus, gives NaN. Returns whether
/// all were read. REQUIRES: room for `count` numbers, rounded up to CellWords::kTogether.
bool read_decimals(const CellWords& words, std::size_t count, double* numbers);

}  // namespace tally
