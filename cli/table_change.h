// SPDX-License-Identifier: Apache-2.0
// What rows of a table do to a model: it learns them, or forgets them.
#pragma once

#include "tally/inside/fit.h"

namespace tally::cli {

struct TableChange {
  const char* done;                  ///< "learned"
  Kept (*kept)(const Model& model);  ///< what the piece has to have
  /// Throws Error and changes nothing as `learn` and `forget` do.
  void (*change)(Model& model, const Piece& piece);
  bool tells_stale = false;  ///< whether to say that the weights of the rule are of other rows
};

extern const TableChange kLearnTable, kForgetTable;

}  // namespace tally::cli
