// SPDX-License-Identifier: Apache-2.0
#include "tally/explain/text_table.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "tally/base/shown.h"

namespace tally {

namespace {

struct Range {
  std::uint32_t first, last;
};

constexpr std::array kWide{Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},  Range{0x3041, 0xA4CF},
                           Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},  Range{0xFE30, 0xFE6F},
                           Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},  Range{0x1F300, 0x1F64F},
                           Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};
constexpr std::array kCombining{Range{0x0300, 0x036F}, Range{0x200B, 0x200F}, Range{0x20D0, 0x20FF},
                                Range{0xFE00, 0xFE0F}};

template <class Ranges>
bool within(const Ranges& ranges, std::uint32_t point) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& r) { return r.first <= point && point <= r.last; });
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    std::uint32_t point = length == 1 ? lead : lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length && at + i < text.size(); ++i) {
      point = point << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3Fu);
    }
    width += within(kCombining, point) ? 0 : within(kWide, point) ? 2 : 1;
    at += length;
  }
  return width;
}

std::string text_table(const std::vector<std::vector<std::string>>& cells) {
  std::vector<std::vector<std::string>> rows = cells;
  for (auto& row : rows) {
    for (std::string& cell : row) cell = shown(cell);
  }
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - display_width(row[i]), ' ');
      line += "  " + (i == 0 ? row[i] + padding : padding + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string text_table_within(const std::vector<std::vector<std::string>>& rows,
                              std::size_t width) {
  const std::size_t columns = rows.front().size();
  const auto wide = [&](std::size_t column) {
    std::size_t most = 0;
    for (const auto& row : rows) most = std::max(most, display_width(shown(row[column])));
    return most + 2;
  };
  std::string out;
  std::size_t next = 1;
  do {
    std::size_t taken = wide(0), end = next;
    while (end < columns && (end == next || taken + wide(end) <= width)) taken += wide(end++);
    std::vector<std::vector<std::string>> group;
    for (const auto& row : rows) {
      group.push_back({row[0]});
      group.back().insert(group.back().end(), row.begin() + static_cast<std::ptrdiff_t>(next),
                          row.begin() + static_cast<std::ptrdiff_t>(end));
    }
    out += (out.empty() ? "" : "\n") + text_table(group);
    next = end;
  } while (next < columns);
  return out;
}

std::string text_table(const std::vector<std::vector<std::string>>& rows,
                       const std::vector<std::string>& notes) {
  const std::string table = text_table(rows);
  std::string out;
  std::size_t start = 0;
  for (const std::string& note : notes) {
    const std::size_t end = table.find('\n', start);
    out += table.substr(start, end - start) + (note.empty() ? "" : "  " + shown(note)) + "\n";
    start = end + 1;
  }
  return out;
}

}  // namespace tally
