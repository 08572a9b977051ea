// SPDX-License-Identifier: Apache-2.0
#include "tally/family/part.h"

#include <algorithm>
#include <array>

namespace tally {

namespace {

constexpr std::array kPartNames{"missing", "value",  "repeat",  "weight",
                                "sum",     "square", "exposure"};

}  // namespace

std::string_view to_string(Part part) { return kPartNames[static_cast<std::size_t>(part)]; }

std::optional<Part> parse_part(std::string_view text) {
  const auto at = std::find(kPartNames.begin(), kPartNames.end(), text);
  if (at == kPartNames.end()) return std::nullopt;
  return static_cast<Part>(at - kPartNames.begin());
}

}  // namespace tally
