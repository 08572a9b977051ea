// SPDX-License-Identifier: Apache-2.0
// The order in which rows are dealt out.
#pragma once

#include <cstdint>

#include "tally/assess.h"  // IWYU pragma: export

namespace tally {

/// splitmix64(number) for the seed 0; another order for any other.
std::uint64_t row_hash(std::uint64_t seed, std::uint64_t number);

}  // namespace tally
