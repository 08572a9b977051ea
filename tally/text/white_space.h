// SPDX-License-Identifier: Apache-2.0
// White space, as Unicode has it (White_Space; 25 characters).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tally::text {

/// The bytes of the character at `at` if it is white space, else 0. REQUIRES: at < text.size().
std::size_t white_space_length(std::string_view text, std::size_t at);

/// Adds what stands between white space.
void cut_at_white_space(std::string_view text, std::vector<std::string_view>& tokens);

/// Puts the text into `out`, each run of white space as one space.
void collapse_white_space(std::string_view text, std::string& out);

/// How long a piece of the text ICU may be given at once: all of it, or up to `most` bytes that end
/// behind white space, or if there is none behind a character. REQUIRES: UTF-8, most >= 4.
std::size_t piece_length(std::string_view text, std::size_t most = std::size_t{64} << 20);

}  // namespace tally::text
