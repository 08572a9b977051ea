// SPDX-License-Identifier: Apache-2.0
// Where the text of a cell stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tally/read/cells/number_form.h"

namespace tally {

/// `text` without the spaces and tabs around it.
inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// One cell: where its text stands in the block, without quotes and with doubled quotes made
/// single, but not trimmed.
struct Cell {
  std::uint32_t begin = 0;
  std::uint32_t size : 31 = 0;
  std::uint32_t is_quoted : 1 = 0;
};

/// One column of some records that were cut one after the other.
struct CellColumn {
  const char* bytes = nullptr;
  const Cell* cells = nullptr;
  std::size_t stride = 1;  ///< cells from one record to the next
  std::size_t rows = 0;
  bool trim = true;
  NumberForm numbers{};

  std::string_view at(std::size_t row) const {
    const std::string_view text = untrimmed(row);
    return trim && cells[row * stride].is_quoted == 0 ? trimmed(text) : text;
  }
  std::string_view untrimmed(std::size_t row) const {
    const Cell& cell = cells[row * stride];
    return {bytes + cell.begin, cell.size};
  }
};

}  // namespace tally
