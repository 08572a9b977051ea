// SPDX-License-Identifier: Apache-2.0
// The names that a class of mail may have: they stand in a header of the message, and beside the
// verdict that there is none.
#pragma once

#include <string>
#include <string_view>

namespace tally {

/// What a filter says of mail that it is not sure about.
inline constexpr const char* kUnsureName = "unsure";

/// Why mail can have no class of this name, or nothing.
std::string mail_class_fault(std::string_view name);

}  // namespace tally
