// SPDX-License-Identifier: Apache-2.0
// From the log joints of a tile of rows to the answers: the last step of every MatrixScorer.
#pragma once

#include <cstdint>

#include "tally/infer/matrix_scorer.h"

namespace tally {

/// Writes rows × classes answers; joint[k · kTileRows + r] is overwritten.
void finish_tile(Answer answer, std::int64_t classes, std::int64_t rows, double* joint,
                 double* out);

/// Writes the class of greatest joint for every row, of equals the first. A NaN is greater than
/// anything.
void choose_in_tile(std::int64_t classes, std::int64_t rows, const double* joint,
                    std::int64_t* chosen);

}  // namespace tally
