// SPDX-License-Identifier: Apache-2.0
// How SHA-256 mixes blocks into its state (FIPS 180-4, section 6.2.2): in plain C++, and by the
// instructions that many processors have for it, which take a fifth of the time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tally {

/// Mixes blocks of 64 bytes into the eight words of the state.
using Sha256Mixer = void (*)(std::uint32_t* state, const std::uint8_t* blocks, std::size_t count);

void mix_plainly(std::uint32_t* state, const std::uint8_t* blocks, std::size_t count);

/// The mixer of this processor's instructions, or a null pointer if it has none.
Sha256Mixer mixer_of_instructions();

/// The faster of the two.
Sha256Mixer fastest_mixer();

}  // namespace tally
