// SPDX-License-Identifier: Apache-2.0
// The shape and the sums of a table as bytes: what the tables of matrices share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tally/sums/sum_grid.h"

namespace tally {

/// A few whole numbers as bytes and back. Throws Error (kData) if they are not there, or are not
/// the shape of a table.
std::string shape_bytes(const std::vector<std::int64_t>& shape);
std::vector<std::int64_t> take_shape(std::size_t count, std::string_view& bytes);

/// What SumGrid::append_to has appended, as SumGrid::take reads it, but for numbers of all sizes:
/// each is a rest, and no room is made for a base that they do not share.
SumGrid take_grid(std::int64_t classes, std::int64_t columns, std::string_view& bytes);

}  // namespace tally
