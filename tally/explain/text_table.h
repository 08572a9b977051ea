// SPDX-License-Identifier: Apache-2.0
// A table for people: columns lined up by what a terminal shows, Chinese included.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tally {

/// The cells of a terminal that a UTF-8 text takes: 2 for a wide (CJK) character, 0 for a combining
/// accent, else 1.
std::size_t display_width(std::string_view text);

/// Lines "  cell  cell…" with every column as wide as its widest cell; the first is set to the
/// left, the others to the right. No trailing spaces; every line ends in a newline. Rows may be
/// short.
std::string text_table(const std::vector<std::vector<std::string>>& rows);
/// The same, but where a line would be wider than `width` the columns come one group after the
/// other, each below the first column again, with a blank line between. REQUIRES: rows of one
/// length.
std::string text_table_within(const std::vector<std::vector<std::string>>& rows, std::size_t width);
/// As text_table, with a note behind each row, set to the left. REQUIRES: a note for each row, and
/// in each row as many cells, the last of them not empty.
std::string text_table(const std::vector<std::vector<std::string>>& rows,
                       const std::vector<std::string>& notes);

}  // namespace tally
