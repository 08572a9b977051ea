// SPDX-License-Identifier: Apache-2.0
// Bold and red, for a terminal and nothing else.
//
//   print(is_styled(STDOUT_FILENO) ? with_bold_headings(text) : text);
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tally::cli {

/// Whether what is written to the file descriptor may be bold or coloured: it is a terminal that is
/// not dumb (TERM), and NO_COLOR is not set or empty (https://no-color.org).
bool is_styled(int descriptor);

/// The columns of the terminal behind the file descriptor; where there is none, as many as one
/// likes.
std::size_t terminal_width(int descriptor);

/// The text with its headings bold: the lines after a blank one that are not indented.
std::string with_bold_headings(std::string_view text);

std::string red(std::string_view text);

}  // namespace tally::cli
