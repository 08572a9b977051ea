// SPDX-License-Identifier: Apache-2.0
// The schema as a JSON text that people can read, edit and give back.
#pragma once

#include <string>
#include <string_view>

#include "tally/inside/batch.h"

namespace tally {

/// A column is a line, such as
///   "body": {"type": "text", "family": "text", "text": "tokens=word grams=1-2"}
/// where the options of a text are written as `to_string(TextOptions)` does.
std::string to_json(const Schema& schema);
/// Throws Error (kData): not JSON, an unknown key, a schema that makes no sense.
Schema schema_from_json(std::string_view json, const std::string& file);

}  // namespace tally
