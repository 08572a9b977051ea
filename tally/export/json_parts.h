// SPDX-License-Identifier: Apache-2.0
// What several exports write as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tally/export.h"

namespace tally {

using ExportJson = nlohmann::ordered_json;

/// True, a number, or the text.
ExportJson label_as_json(const Label& label);
ExportJson labels_as_json(const std::vector<Label>& labels);
/// [{"row": {column: cell as a text}, "posterior": [by class]}]
ExportJson checks_as_json(const std::vector<SheetCheck>& checks);
/// [item][class] of [item · classes + class].
ExportJson by_item(const std::vector<double>& table, std::size_t classes);
/// As text on one line; bytes that are no UTF-8 become U+FFFD.
std::string json_line(const ExportJson& json);
/// The same for people to read: a line for each entry of an object and of a list of objects, lists of numbers on one.
std::string readable(const ExportJson& json);

}  // namespace tally
