// What the cells of a block say about their columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tally/read/block_splitter.h"
#include "tally/read/dialect.h"
#include "tally/read/missing_marks.h"
#include "tally/read/table.h"

namespace tally::csv {

/// Sees the cells of one column that are not missing. One thread at a time.
class ColumnObserver {
 public:
  explicit ColumnObserver(std::string name) { sample_.name = std::move(name); }

  void see(std::string_view text);
  /// What was seen. A NaN is missing among numbers and a text like any other among texts.
  ColumnSample finish() &&;

 private:
  ColumnSample sample_;
  bool times_ = true, durations_ = true;  // so far
  std::int64_t nans_ = 0;
  std::int64_t half_words_ = 0;
  std::unordered_set<std::string> distinct_;
};

/// Looks at every cell of the block, whose bytes stay as they are. `file` is for errors. Throws
/// Error as RecordCutter::next does.
std::vector<ColumnSample> sample_block(const Block& block, const std::vector<std::string>& columns,
                                       const Dialect& dialect, const MissingMarks& marks,
                                       const std::string& file);

}  // namespace tally::csv
