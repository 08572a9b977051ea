// SPDX-License-Identifier: Apache-2.0
// Texts from outside, as they may stand on a terminal and in a line.
//
// A label, a term, a file's name, a line of a model: whoever wrote it may have put a terminal's
// orders into it (ESC, the C1 controls), a line end that forges a line of ours, or a mark that
// turns the order of what is read round. All that is printed for a person goes through here; what a
// program reads (CSV, JSON, Parquet) keeps every byte.
#pragma once

#include <string>
#include <string_view>

namespace tally {

/// The text with \xNN for each byte of what must not be printed: control characters (C0, DEL, C1:
/// tabs and line ends too), line and paragraph separators, marks that change the direction of
/// writing, and malformed UTF-8. A text without any is what it was.
std::string shown(std::string_view text);

/// The same for a text of several lines, whose line feeds are our own.
std::string shown_lines(std::string_view text);

}  // namespace tally
