// SPDX-License-Identifier: Apache-2.0
// How the texts of a table in memory are cut, where nobody has said it: the rules of the command line.
#pragma once

#include <string>
#include <vector>

#include "pieces.h"

namespace tally::bind {

/// The schema with what rows left out say for its texts (tally/draft/cutting_choice.h): words, characters or pairs of
/// these where a script has no spaces, and else whether digits are read alike. What was chosen is added to `notes`.
/// REQUIRES: all texts are cut into words.
Schema with_cutting_found(Schema schema, const Frames& frames, int threads,
                          std::vector<Remark>& notes);

}  // namespace tally::bind
