// SPDX-License-Identifier: Apache-2.0
#include "cli/print/csv_text.h"

namespace tally::cli {

std::string csv_text(std::string_view text) {
  const bool plain = text.find_first_of(",\"\r\n") == std::string_view::npos &&
                     (text.empty() || (text.front() != ' ' && text.back() != ' ' &&
                                       text.front() != '\t' && text.back() != '\t'));
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string csv_line(const std::vector<std::string>& cells) {
  if (cells.size() == 1 && cells[0].empty()) return "\"\"\n";
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i == 0 ? "" : ",") + csv_text(cells[i]);
  return out + "\n";
}

}  // namespace tally::cli
