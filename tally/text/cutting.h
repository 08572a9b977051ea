// SPDX-License-Identifier: Apache-2.0
// The ways to cut a text of a script without spaces (Chinese, Japanese, Thai) that are tried where nobody has
// said which.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tally/batch/text_options.h"

namespace tally {

enum class Cutting : std::uint8_t {
  kWords,              ///< of a dictionary
  kCharacters,         ///< of all scripts
  kPairsOfCharacters,  ///< overlapping; what has spaces is cut into words
};

/// The one that is taken where nothing speaks for another comes first.
inline constexpr std::array kCuttings{Cutting::kWords, Cutting::kCharacters,
                                      Cutting::kPairsOfCharacters};

std::string_view to_string(Cutting cutting);  ///< "words", "characters", "pairs of characters"

/// The options with this cutting. REQUIRES: they are of words.
TextOptions cut_into(Cutting cutting, TextOptions options);

}  // namespace tally
