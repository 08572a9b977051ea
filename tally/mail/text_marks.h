// SPDX-License-Identifier: Apache-2.0
// What a text says beside its words: money, percentages, exclamation marks, shouting.
#pragma once

#include <string_view>

#include "tally/mail/evidence.h"

namespace tally::mail {

/// How a text is written, over all of its parts.
struct TextStyle {
  std::size_t letters = 0;   ///< of ASCII
  std::size_t capitals = 0;  ///< among them
};

/// Adds "$100", "100%", "!!", "!!!", and words of three capitals or more as they stand ("FREE");
/// `prefix` comes before each. Adds up the style.
void add_marks(std::string_view text, Zone zone, std::string_view prefix, Evidence& evidence,
               TextStyle& style);

}  // namespace tally::mail
