// What the cells of a block say about their columns.
#pragma once

#include <string>
#include <vector>

#include "tally/read/block_splitter.h"
#include "tally/read/dialect.h"
#include "tally/read/missing_marks.h"
#include "tally/read/table.h"

namespace tally::csv {

/// Looks at every cell of the block, whose bytes stay as they are. `file` is for errors. Throws
/// Error as RecordCutter::next does.
std::vector<ColumnSample> sample_block(const Block& block, const std::vector<std::string>& columns,
                                       const Dialect& dialect, const MissingMarks& marks,
                                       const std::string& file);

}  // namespace tally::csv
