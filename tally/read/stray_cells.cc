// SPDX-License-Identifier: Apache-2.0
#include "tally/read/stray_cells.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tally/base/error.h"

namespace tally {

namespace {

void add(std::map<std::string, std::int64_t>& words, const std::string& text, std::int64_t cells) {
  const auto at = words.find(text);
  if (at != words.end()) {
    at->second += cells;
  } else if (words.size() < StrayCells::kMostWords) {
    words.emplace(text, cells);
  }
}

}  // namespace

void StrayCells::add_words(const std::string& text, std::int64_t cells) {
  cells_of_words += cells;
  add(words, text, cells);
}

void StrayCells::add_word(std::string_view text, const std::string& in_file, std::int64_t in_line,
                          std::int64_t in_row) {
  add_words(std::string(text), 1);
  if (row >= 0 && row <= in_row) return;
  file = in_file;
  line = in_line;
  row = in_row;
}

void StrayCells::merge(const StrayCells& other) {
  for (const auto& [text, cells] : other.marks) marks[text] += cells;
  for (const auto& [text, cells] : other.words) add(words, text, cells);
  cells_of_words += other.cells_of_words;
  if (other.row < 0 || (row >= 0 && row <= other.row)) return;
  file = other.file;
  line = other.line;
  row = other.row;
}

bool are_strays(std::int64_t words, std::int64_t numbers) {
  constexpr std::int64_t kOneIn = 100;
  constexpr std::int64_t kEnough = 20;
  if (numbers == 0) return words == 0;
  return words <= (words + numbers) / kOneIn || (words == 1 && numbers >= kEnough);
}

std::string in_words(const std::map<std::string, std::int64_t>& cells_by_text) {
  constexpr std::size_t kMost = 3;
  std::vector<std::pair<std::string, std::int64_t>> sorted(cells_by_text.begin(),
                                                           cells_by_text.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  std::int64_t others = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto& [text, cells] = sorted[i];
    if (i >= kMost) {
      others += cells;
      continue;
    }
    out += (i == 0                   ? ""
            : i + 1 == sorted.size() ? " and "
                                     : ", ") +
           std::to_string(cells) +
           (i > 0        ? ""
            : cells == 1 ? " cell"
                         : " cells") +
           " " + in_quotes(text);
  }
  if (others > 0) out += " and " + std::to_string(others) + (others == 1 ? " other" : " others");
  return out;
}

}  // namespace tally
