// SPDX-License-Identifier: Apache-2.0
// Cells of a CSV file as they must be written to read back as they are (RFC 4180).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tally::cli {

/// The text, in quotes where it has a comma, a quote, a line end, or a space at either end.
std::string csv_text(std::string_view text);

/// Cells with commas between and a newline behind. A line of a single empty cell has quotes, for a
/// blank line would be none.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace tally::cli
