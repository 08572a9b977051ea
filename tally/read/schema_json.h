// The schema as a JSON text that people can read, edit and give back.
#pragma once

#include <string>
#include <string_view>

#include "tally/batch.h"

namespace tally {

std::string to_json(const Schema& schema);
/// Throws Error (kData): not JSON, an unknown key, a schema that makes no sense.
Schema schema_from_json(std::string_view json, const std::string& file);

}  // namespace tally
