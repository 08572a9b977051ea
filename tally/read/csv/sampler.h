// SPDX-License-Identifier: Apache-2.0
// What the cells of a block say about their columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tally/read.h"
#include "tally/read/block_splitter.h"
#include "tally/read/cells/missing_marks.h"
#include "tally/read/csv/dialect.h"

namespace tally::csv {

/// Looks at every cell of the block, whose bytes stay as they are. `file` is for errors. Throws
/// Error as RecordCutter::next does.
std::vector<ColumnSample> sample_block(const Block& block, const std::vector<std::string>& columns,
                                       const Dialect& dialect, const MissingMarks& marks,
                                       const std::string& file);

/// What the block's numbers have for a decimal, by the columns that hold nothing else (empty cells
/// and usual marks apart). Throws Error as RecordCutter::next does.
struct DecimalsSeen {
  bool point = false;      ///< for certain: 3.14
  bool comma = false;      ///< 3,14
  bool ambiguous = false;  ///< 1,234

  bool any() const { return point || comma || ambiguous; }
  /// std::nullopt if there is neither, or both.
  std::optional<char> decimal() const {
    if (point == comma) return std::nullopt;
    return point ? '.' : ',';
  }
};
DecimalsSeen decimals_seen(const Block& block, std::size_t columns, const Dialect& dialect,
                           const std::string& file);

}  // namespace tally::csv
