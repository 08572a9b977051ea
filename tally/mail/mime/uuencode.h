// SPDX-License-Identifier: Apache-2.0
// Files that stand uuencoded in a text.
#pragma once

#include <functional>
#include <string_view>

namespace tally::mail {

/// Calls take_text for what is not encoded and take_file for each file, in their order. A file
/// begins with a line "begin 644 name" and a line of its data, and ends with a line "end" or with
/// the text.
void split_uuencoded(
    std::string_view text, const std::function<void(std::string_view text)>& take_text,
    const std::function<void(std::string_view name, std::string_view encoded)>& take_file);

}  // namespace tally::mail
