// SPDX-License-Identifier: Apache-2.0
// SHA-1 (FIPS 180-4): what other programs name their tokens by. Not for anything that must be safe.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tally {

/// The 20 bytes of the digest.
std::array<std::uint8_t, 20> sha1(std::string_view bytes);

}  // namespace tally
