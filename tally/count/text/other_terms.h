// SPDX-License-Identifier: Apache-2.0
// What a question asks about the terms of a text that are not in a row.
#pragma once

#include <cstdint>

namespace tally {

/// How many there are and how often they occur, nothing, or about each of them.
enum class OtherTerms : std::uint8_t { kTotals, kLeftOut, kEach };

}  // namespace tally
