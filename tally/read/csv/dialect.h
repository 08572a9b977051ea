// SPDX-License-Identifier: Apache-2.0
// How a delimited text is written.
#pragma once

#include <string>
#include <string_view>

#include "tally/read/cells/number_form.h"

namespace tally::csv {

struct Dialect {
  char delimiter = ',';
  char quote = '"';  ///< 0: quotes are plain text
  bool trim = true;  ///< spaces and tabs around an unquoted cell are not part of it
  NumberForm numbers;

  /// Whether a byte may stand alone in a line that still counts as blank.
  bool is_padding(char byte) const {
    return byte == '\r' || (trim && byte != delimiter && (byte == ' ' || byte == '\t'));
  }
};

/// TAB for a name that ends in .tsv or .tab (before .gz or .zst); else the commonest of TAB , ; |
/// in the first line of `start` that is not blank, outside quotes; a space if there is none of
/// them and the first lines are divided by blanks (see is_divided_by_blanks; with a TAB among them,
/// if two blanks stand side by side in the first); else a comma. Of equally common ones the first
/// of that list: a comma is often text, a TAB hardly ever.
char sniff_delimiter(const std::string& file, std::string_view start, char quote);
/// Whether it says the same whatever comes behind `start`.
bool is_delimiter_sure(const std::string& file, std::string_view start, char quote);

/// Throws Error (kUsage) if delimiter and quote cannot be told apart from each other or from the
/// end of a line.
void check(const Dialect& dialect);

}  // namespace tally::csv
