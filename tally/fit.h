// SPDX-License-Identifier: Apache-2.0
// fit: rows in, a model out; and what a model learns and forgets afterwards.
//
//   std::vector<PieceCounter> counters(threads, PieceCounter(schema));
//   …                                                       // batches, by any worker
//   Model model = model_of(together(std::move(counters), threads));
//   learn(model, piece, "");
//   forget(model, piece);
//   Asker(model).answer({{"age", "31.5"}, {"colour", "red"}});
//
// It knows models and how they are assessed, and neither files of rows nor the words of a language:
// texts come as terms, or with something that cuts them.
#pragma once

#include "tally/fit/asker.h"       // IWYU pragma: export
#include "tally/fit/change.h"      // IWYU pragma: export
#include "tally/fit/clusters.h"    // IWYU pragma: export
#include "tally/fit/piece.h"       // IWYU pragma: export
#include "tally/fit/piece_rows.h"  // IWYU pragma: export
#include "tally/fit/tuning.h"      // IWYU pragma: export
#include "tally/fit/unlabelled.h"  // IWYU pragma: export
