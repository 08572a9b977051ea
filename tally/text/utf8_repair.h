// SPDX-License-Identifier: Apache-2.0
// Bytes that are not UTF-8 become U+FFFD.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tally::text {

/// Puts the text into `out`, each malformed sequence replaced by one U+FFFD, and gives their
/// number. A sequence is the longest start of a character (Unicode's "maximal subpart", the
/// practice of the W3C), or one byte that starts none.
std::int64_t repair_utf8(std::string_view text, std::string& out);

}  // namespace tally::text
