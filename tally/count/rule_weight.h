// SPDX-License-Identifier: Apache-2.0
// The weights of a rule that a model has learned from its own counts: `assess` learns them, and the
// model file stores them.
#pragma once

#include <cstdint>

#include "tally/count.h"  // IWYU pragma: export

namespace tally {

/// How the part of a row with corrections starts.
inline constexpr const char* kCorrectedPart = "term ";
/// A correction is no larger.
inline constexpr std::int32_t kMostCorrection = 1'000'000;

/// The parts without a class that every learned rule has: the state of the model when it was
/// learned.
inline constexpr const char* kRowsThen = "messages";    ///< how many rows were counted
inline constexpr const char* kRowsSampled = "sampled";  ///< how many of them the sample has

}  // namespace tally
