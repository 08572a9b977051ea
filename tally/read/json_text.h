// SPDX-License-Identifier: Apache-2.0
// JSON from outside, checked as it is read.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace tally {

/// Parses one JSON text. Throws Error (kData), naming `file`: not JSON, a key that an object has
/// twice, nesting deeper than Tally's own texts have.
nlohmann::json parse_json(std::string_view text, const std::string& file);

}  // namespace tally
