// SPDX-License-Identifier: Apache-2.0
// The names that a class may have, where not every name will do.
#pragma once

#include <string_view>

namespace tally {

/// What is said of a row instead of a class when no class is sure enough.
inline constexpr const char* kUnsureName = "unsure";

/// Why some names are none. By default every name is one.
struct ClassNames {
  // They outlive every schema: literals.
  std::string_view why_one_line;    ///< no line breaks or other control characters; empty: any
  std::string_view why_not_unsure;  ///< not kUnsureName; empty: that too

  friend bool operator==(const ClassNames&, const ClassNames&) = default;
};

/// Why no class can have this name, or nothing.
std::string_view class_name_fault(const ClassNames& names, std::string_view name);

}  // namespace tally
