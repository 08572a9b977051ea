// SPDX-License-Identifier: Apache-2.0
#include "tally/read/csv/dialect.h"

#include <array>
#include <cstddef>

#include "tally/base/error.h"
#include "tally/read/csv/blanks.h"

namespace tally::csv {

namespace {

bool ends_with_any(std::string_view text, std::string_view a, std::string_view b) {
  return text.ends_with(a) || text.ends_with(b);
}

std::string_view without_compression(std::string_view file) {
  if (file.ends_with(".gz")) file.remove_suffix(3);
  if (file.ends_with(".zst")) file.remove_suffix(4);
  return file;
}

struct Sniffed {
  char delimiter;
  bool is_sure;
};

Sniffed sniff(const std::string& file, std::string_view start, char quote) {
  if (ends_with_any(without_compression(file), ".tsv", ".tab")) return {'\t', true};
  constexpr std::array kCandidates{'\t', ',', ';', '|'};
  std::array<int, kCandidates.size()> counts{};
  bool inside = false;
  bool blank = true;
  std::size_t end = 0;  // of the first line
  for (; end < start.size(); ++end) {
    const char byte = start[end];
    if (byte == '\n' && !inside && !blank) break;
    blank = blank && (byte == '\n' || byte == '\r' || byte == ' ');
    if (quote != 0 && byte == quote) inside = !inside;
    for (std::size_t i = 0; i < kCandidates.size(); ++i) {
      counts[i] += !inside && byte == kCandidates[i] ? 1 : 0;
    }
  }
  const bool is_whole = end < start.size();
  const bool has_others = counts[1] + counts[2] + counts[3] > 0;
  const bool has_single_tabs =
      counts[0] > 0 && start.substr(0, end).find("  ") == std::string_view::npos;
  bool is_sure = is_whole;
  if (!has_others && !has_single_tabs) {
    const BlankDivision blanks = division_by_blanks(start, quote);
    is_sure = is_whole && blanks.is_sure;
    if (blanks.is_divided) return {' ', is_sure};
  }
  std::size_t best = 1;
  for (std::size_t i = 0; i < kCandidates.size(); ++i) {
    if (counts[i] > counts[best] || (counts[i] == counts[best] && counts[i] > 0 && i < best)) {
      best = i;
    }
  }
  return {kCandidates[best], is_sure};
}

}  // namespace

char sniff_delimiter(const std::string& file, std::string_view start, char quote) {
  return sniff(file, start, quote).delimiter;
}

bool is_delimiter_sure(const std::string& file, std::string_view start, char quote) {
  return sniff(file, start, quote).is_sure;
}

void check(const Dialect& dialect) {
  const auto ends_line = [](char byte) { return byte == '\n' || byte == '\r'; };
  if (dialect.delimiter == dialect.quote) {
    throw Error(ErrorKind::kUsage, Remark{"the delimiter and the quote are both " +
                                              in_quotes(std::string(1, dialect.quote)),
                                          {Remedy::of(RemedyKind::kSetDelimiterOrQuote)}});
  }
  if (dialect.delimiter == 0 || ends_line(dialect.delimiter) || ends_line(dialect.quote)) {
    throw Error(ErrorKind::kUsage, "the end of a line cannot be the delimiter or the quote");
  }
}

}  // namespace tally::csv
