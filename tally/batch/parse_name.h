// SPDX-License-Identifier: Apache-2.0
// Values of an enumeration by their names.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tally {

/// The value that is called so, if there is one. REQUIRES: names are those of the values 0, 1, 2 …
template <class Enum, std::size_t N>
std::optional<Enum> parse_name(const std::array<const char*, N>& names, std::string_view text) {
  for (std::size_t i = 0; i < N; ++i) {
    if (text == names[i]) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace tally
