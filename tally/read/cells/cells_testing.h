// SPDX-License-Identifier: Apache-2.0
// Texts laid out as the cells of one column, for tests.
#pragma once

#include <string>
#include <vector>

#include "tally/read/cells/cell.h"

namespace tally {

class LaidOutCells {
 public:
  /// One after the other, behind `before`.
  explicit LaidOutCells(const std::vector<std::string>& texts, std::string before = "",
                        bool is_quoted = false)
      : bytes_(std::move(before)) {
    for (const std::string& text : texts) {
      cells_.push_back({static_cast<std::uint32_t>(bytes_.size()),
                        static_cast<std::uint32_t>(text.size()), is_quoted ? 1U : 0U});
      bytes_ += text;
    }
  }

  CellColumn column() const { return {bytes_.data(), cells_.data(), 1, cells_.size(), true}; }

 private:
  std::string bytes_;
  std::vector<Cell> cells_;
};

}  // namespace tally
