// SPDX-License-Identifier: Apache-2.0
// What a sum of a tally is about.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tally {

/// What a slot holds. The values of one part are told apart by a label.
enum class Part : std::uint8_t { kMissing, kValue, kRepeat, kWeight, kSum, kSquare, kExposure };

/// "missing", "value", "repeat", "weight", "sum", "square", "exposure"
std::string_view to_string(Part part);
std::optional<Part> parse_part(std::string_view text);

}  // namespace tally
