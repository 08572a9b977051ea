// SPDX-License-Identifier: Apache-2.0
// Sequences of tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tally::text {

/// Puts the tokens into `joined`, `between` standing between them, and the sequences of `shortest`
/// to `longest` of them, which are parts of it, into `grams`: first those that begin with the first
/// token, the shorter before the longer. REQUIRES: 1 <= shortest <= longest.
void make_grams(const std::vector<std::string_view>& tokens, int shortest, int longest,
                std::string_view between, std::string& joined,
                std::vector<std::string_view>& grams);

}  // namespace tally::text
