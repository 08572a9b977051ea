// SPDX-License-Identifier: Apache-2.0
// A token that is too long to be a word says something too, if not all of its letters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tally::text {

inline constexpr std::string_view kSummaryMark = "…";

std::size_t characters_in(std::string_view text);  ///< REQUIRES: UTF-8

/// Whether a token stands for itself: it has no more than `longest` characters, and does not begin
/// with … as a summary does, so that no text can pass a token of its own off as one.
inline bool stands_for_itself(std::string_view token, std::size_t longest) {
  if (!token.empty() && token.front() == kSummaryMark.front() && token.starts_with(kSummaryMark)) {
    return false;
  }
  return token.size() <= longest || characters_in(token) <= longest;
}

/// "…:aaaaaaaa:64": the first eight characters, and the power of two not above the number of them.
std::string summary_of(std::string_view token);

}  // namespace tally::text
