// SPDX-License-Identifier: Apache-2.0
// What the cells of an Arrow column are to us.
#pragma once

#include <cstdint>
#include <string>

#include "tally/inside/batch.h"
#include "tally/read/arrow/arrow_abi.h"

namespace tally {

struct ArrowType {
  enum class Kind : std::uint8_t {
    kRefused,
    kNull,  ///< every cell is missing
    kBoolean,
    kNumber,     ///< of `number_type`; of times and durations see `holds`
    kHalf,       ///< 16-bit floating point
    kDecimal,    ///< an integer of `bytes` bytes, `scale` places behind the point
    kText,       ///< 32-bit offsets
    kLargeText,  ///< 64-bit offsets
    kTextView,
  };

  Kind kind = Kind::kRefused;
  NumberType number_type = NumberType::kFloat64;
  ValueType holds = ValueType::kNumber;  ///< numbers; kTime and kDuration: of seconds
  std::int64_t per_second = 1;           ///< how many of the stored units make a second …
  std::int64_t seconds_each = 1;         ///< … or how many seconds a unit is
  int bytes = 0;                         ///< decimals
  int scale = 0;                         ///< decimals
  std::string refusal;                   ///< why it cannot be read: "is nested (a list) …"

  bool is_text() const { return kind >= Kind::kText; }
  /// Whether the stored numbers are the values.
  bool is_plain() const { return per_second == 1 && seconds_each == 1; }
};

/// Reads a format string of the C Data Interface. Dates and timestamps, with a zone or without, are
/// times, times of day and durations are durations; whatever is nested or binary is refused. Of a
/// dictionary-encoded column this is the type of its values.
ArrowType arrow_type(const ArrowSchema& schema);

/// The type of the indices of a dictionary-encoded column. Throws Error (kData) if they are no
/// integers. REQUIRES: schema.dictionary != nullptr.
NumberType arrow_index_type(const ArrowSchema& schema);

}  // namespace tally
