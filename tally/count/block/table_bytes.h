// SPDX-License-Identifier: Apache-2.0
// The shape of a table as bytes: what the tables of matrices share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

/// A few whole numbers as bytes and back. Throws Error (kData) if they are not there, or are not
/// the shape of a table.
std::string shape_bytes(const std::vector<std::int64_t>& shape);
std::vector<std::int64_t> take_shape(std::size_t count, std::string_view& bytes);

}  // namespace tally
