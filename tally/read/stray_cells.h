// SPDX-License-Identifier: Apache-2.0
// Cells that are not of their column's type and were taken as missing, counted by their text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace tally {

/// Of one column of numbers or booleans. Pieces add up: the order in which they are merged does not
/// matter.
struct StrayCells {
  std::map<std::string, std::int64_t> marks;  ///< "NA", "?" … among numbers: see usual_mark
  std::map<std::string, std::int64_t> words;  ///< what else is no number, up to kMostWords texts
  std::int64_t cells_of_words = 0;            ///< all of them
  std::string file;                           ///< of the first word …
  std::int64_t line = -1;                     ///< … its line, −1 if the format has none …
  std::int64_t row = -1;                      ///< … and its row, counted from 0

  static constexpr std::size_t kMostWords = 1000;

  bool empty() const { return marks.empty() && cells_of_words == 0; }
  void add_words(const std::string& text, std::int64_t cells);
  void add_word(std::string_view text, const std::string& in_file, std::int64_t in_line,
                std::int64_t in_row);
  void merge(const StrayCells& other);
};

/// By the name of the column.
using StraysByColumn = std::map<std::string, StrayCells>;

/// Whether so many words among so many numbers are strays, so that the column is one of numbers: at
/// most one cell in a hundred, or a single one among twenty numbers or more.
bool are_strays(std::int64_t words, std::int64_t numbers);

/// "5 cells '?', 2 'NA' and 3 others": the commonest first, of equal ones by their bytes.
std::string in_words(const std::map<std::string, std::int64_t>& cells_by_text);

}  // namespace tally
