// SPDX-License-Identifier: Apache-2.0
// Rows as JSON: {"rows": [{"age": 31.5, "colour": "red"}, …]}, a bare array of such records, or one record.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tally/inside/read.h"

namespace tally::server {

/// The cells of each row, in words: a number as it is written, true and false, null as the empty text. The text
/// is read from its beginning to its end and nothing is built but the cells. Throws HttpError: 400 for what is not
/// JSON or not such records, with the row; 413 for more than `most_cells` cells, or rows.
std::vector<CellTexts> parse_rows(std::string_view json, std::size_t most_cells);

}  // namespace tally::server
