// SPDX-License-Identifier: Apache-2.0
// Keys of many cells at once: what a dictionary compares, and the hash that says where it looks.
//
// The cells are worked on as in decimals.h, without a branch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tally/read/cells/cell_words.h"

namespace tally {

/// The hash of a text that is two words; its upper bits are the good ones. The last factor comes
/// from the seed, so that without it nobody can construct texts that collide.
inline std::uint64_t hash_words(std::uint64_t low, std::uint64_t high, std::uint64_t seed) {
  const std::uint64_t mixed = ((low ^ seed) * 0x9E3779B97F4A7C15U) ^ high;
  return (mixed ^ mixed >> 32) * (seed | 1);
}

/// Makes the bytes before each of the first `count` cells zero, so that equal texts have equal
/// words, and writes the hashes of the words. A cell of more than sixteen bytes, or with a space or
/// TAB at an end, is no text that can be looked up as it stands: its size becomes
/// CellWords::kNoWords. REQUIRES: room for `count` hashes, rounded up to CellWords::kTogether.
void make_text_keys(CellWords& words, std::size_t count, std::uint64_t seed, std::uint64_t* hashes);

}  // namespace tally
