// SPDX-License-Identifier: Apache-2.0
// Scripts that are written without spaces between words: Han, Hiragana, Katakana, Thai, Lao,
// Khmer, Myanmar. UAX #29 leaves their words to a dictionary; pairs of characters need none, and
// miss no word that the dictionary does not know. (Hangul has spaces, and is cut into words.)
#pragma once

#include <string_view>
#include <vector>

#include "tally/text/word_breaker.h"

namespace tally::text {

/// Adds, in their order, the overlapping pairs of characters of each run of such scripts (a single
/// character stands alone), and the words of what stands between the runs. REQUIRES: UTF-8.
void cut_pairs_and_words(std::string_view text, WordBreaker& breaker,
                         std::vector<std::string_view>& tokens);

}  // namespace tally::text
