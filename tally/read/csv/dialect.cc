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

// Whether cells are divided by blanks of any number, and not by single TABs.
bool looks_blank(std::string_view start, char quote, int tabs) {
  if (!is_divided_by_blanks(start, quote)) return false;
  return tabs == 0 || start.find("  ") != std::string_view::npos;
}

}  // namespace

char sniff_delimiter(const std::string& file, std::string_view start, char quote) {
  if (ends_with_any(without_compression(file), ".tsv", ".tab")) return '\t';
  constexpr std::array kCandidates{'\t', ',', ';', '|'};
  std::array<int, kCandidates.size()> counts{};
  bool inside = false;
  bool blank = true;
  for (const char byte : start) {
    if (byte == '\n' && !inside && !blank) break;
    blank = blank && (byte == '\n' || byte == '\r' || byte == ' ');
    if (quote != 0 && byte == quote) inside = !inside;
    for (std::size_t i = 0; i < kCandidates.size(); ++i) {
      counts[i] += !inside && byte == kCandidates[i] ? 1 : 0;
    }
  }
  const bool has_others = counts[1] + counts[2] + counts[3] > 0;
  if (!has_others && looks_blank(start, quote, counts[0])) return ' ';
  std::size_t best = 1;
  for (std::size_t i = 0; i < kCandidates.size(); ++i) {
    if (counts[i] > counts[best] || (counts[i] == counts[best] && counts[i] > 0 && i < best)) {
      best = i;
    }
  }
  return kCandidates[best];
}

void check(const Dialect& dialect) {
  const auto ends_line = [](char byte) { return byte == '\n' || byte == '\r'; };
  if (dialect.delimiter == dialect.quote) {
    throw Error(ErrorKind::kUsage, "the delimiter and the quote are both " +
                                       quoted(std::string(1, dialect.quote)) +
                                       "; choose another with --delimiter or --quote");
  }
  if (dialect.delimiter == 0 || ends_line(dialect.delimiter) || ends_line(dialect.quote)) {
    throw Error(ErrorKind::kUsage, "the end of a line cannot be the delimiter or the quote");
  }
}

}  // namespace tally::csv
