// SPDX-License-Identifier: Apache-2.0
// Whether bytes are text: well-formed UTF-8 has no overlong forms, no surrogates, nothing past
// U+10FFFF.
#pragma once

#include <cstddef>
#include <string_view>

namespace tally {

/// The length in bytes of the character at the start of `text`, 0 if it is malformed.
/// REQUIRES: `text` is not empty.
std::size_t character_length(std::string_view text);

bool is_utf8(std::string_view text);

}  // namespace tally
