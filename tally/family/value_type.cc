// SPDX-License-Identifier: Apache-2.0
#include "tally/label.h"

namespace tally {

std::string_view to_string(ValueType type) {
  switch (type) {
    case ValueType::kBoolean:
      return "boolean";
    case ValueType::kNumber:
      return "number";
    case ValueType::kText:
      break;
    case ValueType::kTime:
      return "time";
    case ValueType::kDuration:
      return "duration";
  }
  return "text";
}

std::optional<ValueType> parse_value_type(std::string_view text) {
  for (const ValueType type : {ValueType::kBoolean, ValueType::kNumber, ValueType::kText,
                               ValueType::kTime, ValueType::kDuration}) {
    if (text == to_string(type)) return type;
  }
  return std::nullopt;
}

}  // namespace tally
