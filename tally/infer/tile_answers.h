// From the log joints of a tile of rows to what was asked: the end of every MatrixScorer.
#pragma once

#include <cstdint>
#include <span>

#include "tally/infer/matrix_scorer.h"

namespace tally {

/// Writes rows × classes answers; joint[k · kTileRows + r] is overwritten.
void finish_tile(Answer answer, std::int64_t classes, std::int64_t rows, double* joint,
                 double* out);

/// Writes the label of the class of greatest joint for every row. A NaN is greater than anything.
void decide_tile(std::int64_t classes, std::int64_t rows, const double* joint,
                 std::span<const std::int64_t> labels, std::int64_t* out);

}  // namespace tally
