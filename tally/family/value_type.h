// SPDX-License-Identifier: Apache-2.0
// What the cells of a column are.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tally {

/// What the cells of a column are; all labels of one column have one type, which is one of the
/// first three.
enum class ValueType : std::uint8_t {
  kBoolean,
  kNumber,
  kText,
  kTime,      ///< a number: seconds since 1970, UTC (see iso_time.h)
  kDuration,  ///< a number: seconds
};

std::string_view to_string(ValueType type);  ///< "boolean", "number", "text", "time", "duration"
std::optional<ValueType> parse_value_type(std::string_view text);

/// Whether cells of this type are numbers that can be added up.
constexpr bool is_numeric(ValueType type) {
  return type == ValueType::kNumber || type == ValueType::kTime || type == ValueType::kDuration;
}

}  // namespace tally
