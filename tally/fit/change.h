// SPDX-License-Identifier: Apache-2.0
// learn and forget: rows into a model, and out of it again.
//
//   learn(model, count_with(kept_to_learn(model)));
//   forget(model, count_with(kept_to_forget(model)));
//
// A model that learns rows and forgets them again is what it was.
#pragma once

#include <string>

#include "tally/fit/piece.h"

namespace tally {

/// What of new rows the model would keep.
Kept kept_to_learn(const Model& model);
/// What of rows has to be at hand, so that they can be taken out of all that the model keeps.
Kept kept_to_forget(const Model& model);

/// The piece becomes a part of the model. `cut_by` names what cut its texts ("ICU 72.1"; empty where
/// there are none). A rule that is outgrown is worked out again. Throws Error (kData) and changes
/// nothing if the schemas differ. Expected counts stay, here and below, and are stale.
void learn(Model& model, const Piece& piece, const std::string& cut_by);

/// As if the rows had never been there. Throws Error (kData) and changes nothing if what would be
/// left cannot come from any rows, if the model keeps digests and a row is not among them, or if
/// fewer rows of a table would be left than its sample has.
void forget(Model& model, const Piece& piece);

}  // namespace tally
