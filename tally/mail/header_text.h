// SPDX-License-Identifier: Apache-2.0
// A text as the value of a header.
#pragma once

#include <string>
#include <string_view>

namespace tally {

/// Printable ASCII stays as it is. Words with any other character, line breaks included, become
/// encoded words (RFC 2047: "=?UTF-8?B?…?="), so that no text can begin another header.
std::string header_text(std::string_view text);

/// Whether a text has no control characters.
bool is_one_line(std::string_view text);

}  // namespace tally
