// SPDX-License-Identifier: Apache-2.0
// What programs write where a number is missing.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace tally {

/// Among numbers these are missing; among words they are words.
inline constexpr std::array<std::string_view, 10> kUsualMarks{"NA",   "N/A",  "n/a", "NaN", "null",
                                                              "NULL", "None", "?",   "-",   "."};
inline constexpr std::size_t kNoUsualMark = kUsualMarks.size();

/// The place of a text among them, or kNoUsualMark.
inline std::size_t usual_mark(std::string_view text) {
  if (text.size() > 4) return kNoUsualMark;
  return static_cast<std::size_t>(std::find(kUsualMarks.begin(), kUsualMarks.end(), text) -
                                  kUsualMarks.begin());
}

}  // namespace tally
