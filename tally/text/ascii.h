// SPDX-License-Identifier: Apache-2.0
// Texts of ASCII alone, which most are: what has to be known of Unicode there is little.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tally::text {

/// How many bytes come before the first that is not ASCII.
std::size_t ascii_length(std::string_view text);
inline bool is_ascii(std::string_view text) { return ascii_length(text) == text.size(); }

/// Puts the text in lower case, which is all that NFKC_Casefold does to ASCII, in the place of
/// `out`. REQUIRES: is_ascii(text).
void fold_ascii(std::string_view text, std::string& out);

}  // namespace tally::text
